//! Pieces of Rust, with how tightly they hold together.

use proc_macro2::TokenStream;
use quote::quote;

/// An expression and what may stand beside it without parentheses.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub tokens: TokenStream,
    hold: Hold,
}

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    /// `{ ... }` and `if`: an operand only in parentheses.
    Block,
    Or,
    And,
    Compare,
    Prefix,
    Atom,
}

impl Code {
    /// A call, a name, a literal.
    pub fn atom(tokens: TokenStream) -> Code {
        Code { tokens, hold: Hold::Atom }
    }

    /// A block, `if`, `match`.
    pub fn block(tokens: TokenStream) -> Code {
        Code { tokens, hold: Hold::Block }
    }

    /// With a prefix operator.
    pub fn prefix(tokens: TokenStream) -> Code {
        Code { tokens, hold: Hold::Prefix }
    }

    fn at_least(self, hold: Hold) -> TokenStream {
        let tokens = self.tokens;
        if self.hold >= hold { tokens } else { quote!((#tokens)) }
    }

    /// As an operand behind which a `.` or a prefix operator before which may stand.
    pub fn tight(self) -> TokenStream {
        self.at_least(Hold::Atom)
    }

    /// `left OP right` for a comparison.
    pub fn compare(left: Code, op: TokenStream, right: Code) -> Code {
        let (left, right) = (left.at_least(Hold::Prefix), right.at_least(Hold::Prefix));
        Code { tokens: quote!(#left #op #right), hold: Hold::Compare }
    }

    /// `left && right`.
    pub fn and(left: Code, right: Code) -> Code {
        let (left, right) = (left.at_least(Hold::And), right.at_least(Hold::Compare));
        Code { tokens: quote!(#left && #right), hold: Hold::And }
    }

    /// `left || right`.
    pub fn or(left: Code, right: Code) -> Code {
        let (left, right) = (left.at_least(Hold::Or), right.at_least(Hold::And));
        Code { tokens: quote!(#left || #right), hold: Hold::Or }
    }

    /// `!code`.
    pub fn not(code: Code) -> Code {
        let code = code.tight();
        Code::prefix(quote!(!#code))
    }

    /// `&code`.
    pub fn reference(code: Code) -> Code {
        let code = code.tight();
        Code::prefix(quote!(&#code))
    }

    /// `*code`.
    pub fn deref(code: Code) -> Code {
        let code = code.at_least(Hold::Prefix);
        Code::prefix(quote!(*#code))
    }
}
