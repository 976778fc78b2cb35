//! Plain words for everything the grammar can expect.

use crate::syntax::Rule;

/// How much it helps to be told that something was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// The text cannot go on without it.
    Needed,
    /// A comma, which is needed where a list goes on.
    Separator,
    /// Some operator, which may stand nearly everywhere.
    Operator,
    /// It may stand here, or the next thing begins.
    Possible,
}

/// What a rule is called in a message, and how much that helps.
pub(crate) fn words(rule: Rule) -> (&'static str, Weight) {
    use Weight::{Needed, Possible};
    match rule {
        Rule::game | Rule::kw_game => ("`game` and the name of the game", Needed),
        Rule::play | Rule::kw_play => ("`play`", Possible),
        Rule::param | Rule::kw_param | Rule::binder_param => ("`param`", Possible),
        Rule::let_item | Rule::kw_let | Rule::let_expr | Rule::let_no_in | Rule::binder_let => {
            ("`let`", Possible)
        }
        Rule::fn_item | Rule::kw_fn => ("`fn`", Possible),
        Rule::position_head | Rule::kw_position => ("`position`", Possible),
        Rule::setup | Rule::kw_setup => ("`setup`", Possible),
        Rule::start | Rule::kw_start => ("`start`", Possible),
        Rule::claim | Rule::kw_claim => ("`claim`", Possible),
        Rule::refute | Rule::kw_refute => ("`refute`", Possible),
        Rule::expect | Rule::kw_expect => ("`expect`", Possible),
        Rule::ask | Rule::kw_ask => ("`ask`", Possible),
        Rule::item_word | Rule::next_item | Rule::ended_item | Rule::next_head => {
            ("the next item", Possible)
        }

        Rule::move_clause | Rule::kw_move => ("`move`", Possible),
        Rule::kw_moves => ("`moves`", Possible),
        Rule::ends | Rule::kw_ends => ("`ends when`", Possible),
        Rule::symmetric | Rule::kw_symmetric => ("`symmetric`", Possible),
        Rule::equals | Rule::kw_equals => ("`equals`", Possible),
        Rule::decreases | Rule::kw_decreases => ("`decreases`", Possible),
        Rule::clause_word | Rule::next_clause | Rule::ended_clause => ("the next clause", Possible),
        Rule::octal | Rule::kw_octal => ("`octal` and a code in quotes", Needed),
        Rule::choices => ("the choices in parentheses", Possible),

        Rule::name | Rule::reserved => ("a name", Needed),
        Rule::names_in_parens => ("the arguments in parentheses", Needed),
        Rule::fields | Rule::ask_args => ("`(` and the fields", Possible),
        Rule::field => ("a field such as `n: nat`", Needed),
        Rule::ask_arg => ("an argument such as `n: nat = 10`", Needed),
        Rule::ty
        | Rule::ty_set
        | Rule::ty_vector
        | Rule::ty_tuple
        | Rule::ty_range
        | Rule::kw_set => ("a type such as `nat`, `0..=9`, `set<nat>` or `[nat]`", Needed),
        Rule::binders | Rule::call_binders | Rule::binder | Rule::binder_in => {
            ("a binder such as `x in 1..=n`", Needed)
        }
        Rule::binder_if => ("`if` and a condition", Possible),
        Rule::pattern | Rule::pattern_tuple | Rule::ignore => {
            ("a name, `_` or a tuple of names", Needed)
        }
        other => expression_words(other),
    }
}

fn expression_words(rule: Rule) -> (&'static str, Weight) {
    use Weight::{Needed, Operator, Possible};
    match rule {
        Rule::expr
        | Rule::expr_no_in
        | Rule::if_expr
        | Rule::if_no_in
        | Rule::prefix
        | Rule::reference
        | Rule::number
        | Rule::boolean
        | Rule::legal
        | Rule::parens
        | Rule::vector
        | Rule::braces
        | Rule::otherwise
        | Rule::argument
        | Rule::xor_call
        | Rule::step
        | Rule::whole_expr
        | Rule::whole_query => ("an expression", Needed),
        Rule::bound | Rule::bound_prefix => ("a bound", Needed),
        Rule::text => ("a text in double quotes", Needed),
        Rule::named => ("a name with its value, such as `x = 5`", Needed),
        Rule::update | Rule::update_no_in | Rule::place => ("an update such as `[i] -= s`", Needed),
        Rule::update_ahead => ("another update", Possible),
        Rule::update_sign => ("`=`, `+=` or `-=`", Needed),

        Rule::infix | Rule::infix_no_in | Rule::bound_infix => ("an operator", Operator),
        Rule::index
        | Rule::without
        | Rule::with
        | Rule::map_index
        | Rule::with_no_in
        | Rule::kw_with
        | Rule::kw_without
        | Rule::call_args => ("an operator", Operator),
        Rule::range_sign => ("`..` or `..=`", Operator),
        other => token_words(other),
    }
}

fn token_words(rule: Rule) -> (&'static str, Weight) {
    use Weight::{Needed, Operator, Possible, Separator};
    match rule {
        Rule::open_paren => ("`(`", Needed),
        Rule::close_paren => ("`)`", Needed),
        Rule::open_bracket => ("`[`", Needed),
        Rule::close_bracket => ("`]`", Needed),
        Rule::open_brace => ("`{`", Needed),
        Rule::close_brace => ("`}`", Needed),
        Rule::less => ("`<`", Needed),
        Rule::greater => ("`>`", Needed),
        Rule::comma => ("`,`", Separator),
        Rule::semicolon => ("`;` and a length", Possible),
        Rule::colon => ("`:`", Needed),
        Rule::assign => ("`=`", Needed),
        Rule::arrow => ("`->` and the sum that the move leads to", Needed),

        Rule::kw_for => ("`for`", Possible),
        Rule::kw_where => ("`where`", Possible),
        Rule::kw_when => ("`when`", Possible),
        Rule::kw_if => ("`if`", Possible),
        Rule::kw_in => ("`in`", Needed),
        Rule::kw_then => ("`then`", Needed),
        Rule::kw_else => ("`else`", Needed),
        Rule::kw_at => ("`at` and the smallest counterexample", Needed),
        Rule::kw_xor => ("`xor`", Possible),

        Rule::end => ("the end", Possible),
        // Comments are possible everywhere, and the rest are silent: pest never reports them.
        _ => ("", Operator),
    }
}

/// Whether a rule only marks a place and says nothing itself.
pub(crate) fn is_token(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::open_paren
            | Rule::close_paren
            | Rule::open_bracket
            | Rule::close_bracket
            | Rule::open_brace
            | Rule::close_brace
            | Rule::comma
            | Rule::colon
            | Rule::semicolon
            | Rule::assign
            | Rule::arrow
            | Rule::less
            | Rule::greater
            | Rule::end
            | Rule::update_ahead
            | Rule::kw_game
            | Rule::kw_play
            | Rule::kw_param
            | Rule::kw_let
            | Rule::kw_fn
            | Rule::kw_position
            | Rule::kw_setup
            | Rule::kw_start
            | Rule::kw_claim
            | Rule::kw_refute
            | Rule::kw_expect
            | Rule::kw_ask
            | Rule::kw_move
            | Rule::kw_moves
            | Rule::kw_ends
            | Rule::kw_symmetric
            | Rule::kw_equals
            | Rule::kw_decreases
            | Rule::kw_for
            | Rule::kw_in
            | Rule::kw_if
            | Rule::kw_then
            | Rule::kw_else
            | Rule::kw_with
            | Rule::kw_without
            | Rule::kw_where
            | Rule::kw_when
            | Rule::kw_at
            | Rule::kw_octal
            | Rule::kw_set
    )
}
