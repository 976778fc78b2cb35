//! Calls: functions of the game, functions of the language, aggregates.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Aggregate, Binder, Builtin, Expr, ExprKind, Pattern, Type};
use crate::value::Value;

use super::Checker;
use super::functions::count;
use super::graphs;
use super::scope::Shadowing;

/// What the arguments and the value of a function of the language are.
enum Signature {
    /// Ints to an int.
    Ints(Builtin, usize),
    /// Ints to a bool.
    Test(Builtin, usize),
    /// An int to a collection of ints; `true` for a set.
    Numbers(Builtin, bool),
    /// A function with a rule of its own.
    Own(Builtin),
    /// Turns many values into one.
    Aggregate(Aggregate),
    /// Asks about the game.
    Question,
}

/// All functions of the language, in the order of the reference.
const FUNCTIONS: &[(&str, Signature)] = &[
    ("sum", Signature::Aggregate(Aggregate::Sum)),
    ("min", Signature::Aggregate(Aggregate::Min)),
    ("max", Signature::Aggregate(Aggregate::Max)),
    ("xor", Signature::Aggregate(Aggregate::Xor)),
    ("gcd", Signature::Aggregate(Aggregate::Gcd)),
    ("mex", Signature::Aggregate(Aggregate::Mex)),
    ("count", Signature::Aggregate(Aggregate::Count)),
    ("any", Signature::Aggregate(Aggregate::Any)),
    ("all", Signature::Aggregate(Aggregate::All)),
    ("first", Signature::Aggregate(Aggregate::First)),
    ("abs", Signature::Ints(Builtin::Abs, 1)),
    ("isqrt", Signature::Ints(Builtin::Isqrt, 1)),
    ("pow", Signature::Ints(Builtin::Pow, 2)),
    ("popcount", Signature::Ints(Builtin::Popcount, 1)),
    ("nim_product", Signature::Ints(Builtin::NimProduct, 2)),
    ("even", Signature::Test(Builtin::Even, 1)),
    ("odd", Signature::Test(Builtin::Odd, 1)),
    ("bit", Signature::Test(Builtin::Bit, 2)),
    ("is_prime", Signature::Test(Builtin::IsPrime, 1)),
    ("is_square", Signature::Test(Builtin::IsSquare, 1)),
    ("divisors", Signature::Numbers(Builtin::Divisors, true)),
    ("primes", Signature::Numbers(Builtin::Primes, true)),
    ("prime_factors", Signature::Numbers(Builtin::PrimeFactors, false)),
    ("len", Signature::Own(Builtin::Len)),
    ("sort", Signature::Own(Builtin::Sort)),
    ("reverse", Signature::Own(Builtin::Reverse)),
    ("subsets", Signature::Own(Builtin::Subsets)),
    ("vectors", Signature::Own(Builtin::Vectors)),
    ("sorted_vectors", Signature::Own(Builtin::SortedVectors)),
    ("permutations", Signature::Own(Builtin::Permutations)),
    ("partitions", Signature::Own(Builtin::Partitions)),
    ("grundy", Signature::Question),
    ("won", Signature::Question),
    ("lost", Signature::Question),
    ("misere_won", Signature::Question),
    ("misere_lost", Signature::Question),
    ("options", Signature::Question),
    ("periodic", Signature::Question),
];

/// Whether the language has a function of this name.
pub(super) fn is_function_of_the_language(name: &str) -> bool {
    name == "fixpoint"
        || FUNCTIONS
            .iter()
            .map(|(known, _)| *known)
            .chain(graphs::names())
            .any(|known| known == name)
}

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        call: &ast::Call,
        span: Span,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let name = call.function.text.as_str();
        if self.functions.contains_key(name) {
            return self.call_function(call, span, hint);
        }
        if let Some(found) = self.graph_call(call, span) {
            return found;
        }
        let Some((_, signature)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            if self.rust && !self.is_known(name) {
                return self.foreign_function(call);
            }
            return self.unknown_function(call);
        };
        match signature {
            Signature::Aggregate(op) => self.aggregate(*op, call, span, hint),
            Signature::Question => self.question(call, span),
            plain => {
                if !self.only_positional(call) {
                    return (Type::Error, ExprKind::Constant(Value::Int(0)));
                }
                match plain {
                    Signature::Ints(builtin, arity) => {
                        self.ints(*builtin, *arity, Type::Int, call, span)
                    }
                    Signature::Test(builtin, arity) => {
                        self.ints(*builtin, *arity, Type::Bool, call, span)
                    }
                    Signature::Numbers(builtin, set) => {
                        let element = Box::new(Type::Int);
                        let ty = if *set { Type::Set(element) } else { Type::Vector(element) };
                        self.ints(*builtin, 1, ty, call, span)
                    }
                    Signature::Own(builtin) => self.own_rule(*builtin, call, span),
                    Signature::Aggregate(_) | Signature::Question => unreachable!("matched above"),
                }
            }
        }
    }

    fn unknown_function(&mut self, call: &ast::Call) -> (Type, ExprKind) {
        let name = &call.function;
        for arg in &call.args {
            if call.binders.is_none() {
                self.infer(arg);
            }
        }
        let variable = self.scope.visible.iter().any(|v| v.name == name.text);
        let known = self.top.get(&name.text).copied();
        if !variable && known.is_some_and(|top| top.kind.is_part()) {
            // A kind with a small first letter has been reported.
            return (Type::Error, ExprKind::Empty);
        }
        let not_called = "a product is written with `*`, an entry with `[...]`";
        let mut diagnostic = match known {
            _ if variable => Diagnostic::new(
                "E0202",
                name.span,
                format!("`{}` is a variable, not a function", name.text),
            )
            .help(not_called),
            Some(top) => Diagnostic::new(
                "E0202",
                name.span,
                format!("`{}` is {}, not a function", name.text, top.kind.words()),
            )
            .related(top.span, "defined here")
            .help(not_called),
            None => Diagnostic::new(
                "E0201",
                name.span,
                format!("no function is called `{}`", name.text),
            ),
        };
        diagnostic = diagnostic.label(if known.is_none() && !variable {
            "unknown function"
        } else {
            "cannot be called"
        });
        if known.is_none() && !variable {
            let names = self.functions.keys().copied().chain(FUNCTIONS.iter().map(|(n, _)| *n));
            let names = names.chain(graphs::names());
            let kinds: Vec<&str> = self.spec.kinds.iter().map(|k| k.name.as_str()).collect();
            if let Some(near) = nearest(&name.text, names.chain(kinds)) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            } else if graphs::constant(&name.text).is_some() {
                diagnostic =
                    diagnostic.help(format!("`{}` is a value: write it without `()`", name.text));
            } else {
                diagnostic = diagnostic.help(format!("define it: `fn {}(...) = ...`", name.text));
            }
        }
        self.report(diagnostic);
        (Type::Error, ExprKind::Constant(Value::Int(0)))
    }

    /// Refuses `for`, `name =` and `else` in a call that has no use for them;
    /// whether there was nothing to refuse.
    pub(super) fn only_positional(&mut self, call: &ast::Call) -> bool {
        let name = &call.function.text;
        let (span, what, help) = if let Some([first, .., last] | [first @ last]) =
            call.binders.as_deref()
        {
            let help = format!("build a vector or a set first: `{name}([e for x in C])`");
            (first.span.to(last.span), "`for` does", help)
        } else if let Some((named, _)) = call.named.first() {
            (
                named.span,
                "a name does",
                "give the values alone, in the order of the arguments".to_string(),
            )
        } else if let Some(otherwise) = &call.otherwise {
            (otherwise.span, "`else` does", "only `min`, `max` and `first` take `else`".to_string())
        } else {
            return true;
        };
        self.report(
            Diagnostic::new("E0206", span, format!("`{name}` takes plain arguments"))
                .label(format!("{what} not belong here"))
                .help(help),
        );
        false
    }

    pub(super) fn wrong_count(
        &mut self,
        call: &ast::Call,
        span: Span,
        takes: &str,
    ) -> (Type, ExprKind) {
        self.report(
            Diagnostic::new(
                "E0205",
                span,
                format!("`{}` takes {takes}, not {}", call.function.text, call.args.len()),
            )
            .label("wrong number of arguments"),
        );
        (Type::Error, ExprKind::Constant(Value::Int(0)))
    }

    fn ints(
        &mut self,
        builtin: Builtin,
        arity: usize,
        result: Type,
        call: &ast::Call,
        span: Span,
    ) -> (Type, ExprKind) {
        let args: Vec<Expr> = call.args.iter().map(|a| self.expect_int(a)).collect();
        if args.len() != arity {
            return self.wrong_count(call, span, &count(arity, "argument"));
        }
        (result, ExprKind::Builtin(builtin, args))
    }

    fn own_rule(&mut self, builtin: Builtin, call: &ast::Call, span: Span) -> (Type, ExprKind) {
        let vector = |element: Type| Type::Vector(Box::new(element));
        let args = call.args.as_slice();
        match (builtin, args) {
            (Builtin::Len, [c]) => {
                let (c, _) = self.expect_collection(c);
                (Type::Int, ExprKind::Builtin(builtin, vec![c]))
            }
            (Builtin::Sort, [c]) => {
                let (c, element) = self.expect_collection(c);
                (vector(element), ExprKind::Builtin(builtin, vec![c]))
            }
            (Builtin::Reverse, [v]) => {
                let v = self.expect_vector(v, None);
                (v.ty.clone(), ExprKind::Builtin(builtin, vec![v]))
            }
            (Builtin::Subsets, [s] | [s, _]) => {
                let (s, element) = self.expect_collection(s);
                let set = Type::Set(Box::new(element));
                let s = match self.types.resolve(&s.ty) {
                    Type::Vector(_) => self.coerce(s, &set),
                    _ => s,
                };
                let mut checked = vec![s];
                if let Some(size) = args.get(1) {
                    checked.push(self.count_or_range(size));
                }
                (vector(set), ExprKind::Builtin(builtin, checked))
            }
            (Builtin::Vectors | Builtin::SortedVectors, [n, c]) => {
                let n = self.expect_int(n);
                let (c, element) = self.expect_collection(c);
                (vector(vector(element)), ExprKind::Builtin(builtin, vec![n, c]))
            }
            (Builtin::Permutations, [c]) => {
                let (c, element) = self.expect_collection(c);
                (vector(vector(element)), ExprKind::Builtin(builtin, vec![c]))
            }
            (Builtin::Partitions, [n, parts]) => {
                let n = self.expect_int(n);
                let distinct = matches!(&parts.kind, ast::ExprKind::Name(name) if name == "distinct")
                    && !self.scope.visible.iter().any(|v| v.name == "distinct");
                let kind = if distinct {
                    ExprKind::Builtin(Builtin::DistinctPartitions, vec![n])
                } else {
                    let parts = self.count_or_range(parts);
                    ExprKind::Builtin(builtin, vec![n, parts])
                };
                (vector(vector(Type::Int)), kind)
            }
            (Builtin::Subsets, _) => {
                self.wrong_count(call, span, "a set and perhaps the number of members")
            }
            (Builtin::Vectors | Builtin::SortedVectors, _) => {
                self.wrong_count(call, span, "a length and the values of the entries")
            }
            (Builtin::Partitions, _) => self.wrong_count(
                call,
                span,
                "a number and how many parts it is split into (or `distinct`)",
            ),
            _ => self.wrong_count(call, span, "one argument"),
        }
    }

    /// A number of members or parts, or a range of such numbers.
    fn count_or_range(&mut self, expr: &ast::Expr) -> Expr {
        let found = self.infer(expr);
        match self.types.resolve(&found.ty) {
            Type::Range | Type::Error => found,
            _ => self.coerce(found, &Type::Int),
        }
    }

    fn aggregate(
        &mut self,
        op: Aggregate,
        call: &ast::Call,
        span: Span,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        if let Some((name, _)) = call.named.first() {
            self.report(
                Diagnostic::new(
                    "E0206",
                    name.span,
                    format!("`{}` has no argument called `{}`", call.function.text, name.text),
                )
                .label("not an argument"),
            );
        }
        let several = match op {
            Aggregate::Min => Some(Builtin::Min),
            Aggregate::Max => Some(Builtin::Max),
            Aggregate::Gcd => Some(Builtin::Gcd),
            _ => None,
        };
        match (several, &call.binders, call.args.as_slice()) {
            (Some(builtin), None, [_, _, ..]) => self.of_several(builtin, call, span, hint),
            (_, Some(binders), [body]) => self.scoped(|c| {
                let binders = c.binders(binders, Shadowing::Allowed);
                let body = c.aggregate_body(op, body, hint);
                c.aggregated(op, body, binders, call, hint)
            }),
            (_, None, [collection]) => {
                let (collection, element) = self.expect_collection(collection);
                let each = self.scope.slot("each");
                let body = Expr { span: collection.span, ty: element, kind: ExprKind::Local(each) };
                let body = match op {
                    Aggregate::Any | Aggregate::All => self.coerce(body, &Type::Bool),
                    Aggregate::Xor | Aggregate::Gcd | Aggregate::Mex => {
                        self.coerce(body, &Type::Int)
                    }
                    _ => body,
                };
                let binders = vec![Binder::In(Pattern::Local(each), collection)];
                self.aggregated(op, body, binders, call, hint)
            }
            _ => {
                let takes = if several.is_some() {
                    "a collection, `e for BINDERS`, or at least two values"
                } else {
                    "a collection, or `e for BINDERS`"
                };
                self.wrong_count(call, span, takes)
            }
        }
    }

    /// `min(a, b)` and its like.
    fn of_several(
        &mut self,
        builtin: Builtin,
        call: &ast::Call,
        span: Span,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        if let Some(otherwise) = &call.otherwise {
            self.report(
                Diagnostic::new(
                    "E0206",
                    otherwise.span,
                    format!("`{}` of several values takes no `else`", call.function.text),
                )
                .label("never needed: there are values"),
            );
        }
        let hint = if builtin == Builtin::Gcd { Some(&Type::Int) } else { hint };
        let first = self.hinted(&call.args[0], hint);
        let ty = if builtin == Builtin::Gcd { Type::Int } else { first.ty.clone() };
        let mut args = vec![self.coerce(first, &ty)];
        for arg in &call.args[1..] {
            args.push(self.expect(arg, &ty));
        }
        self.must_be_ordered(&ty, span, call);
        (ty, ExprKind::Builtin(builtin, args))
    }

    fn must_be_ordered(&mut self, ty: &Type, span: Span, call: &ast::Call) {
        let ty = self.types.resolve(ty);
        if matches!(ty, Type::Range | Type::Set(_)) || ty.has_no_order() {
            let what = self.name_type(&ty);
            self.report(
                Diagnostic::new("E0305", span, format!("`{}` compares by size, and there is no such order on values such as {what}", call.function.text))
                    .label("cannot be compared by size"),
            );
        }
    }

    fn aggregate_body(&mut self, op: Aggregate, body: &ast::Expr, hint: Option<&Type>) -> Expr {
        match op {
            Aggregate::Any | Aggregate::All => self.expect_bool(body),
            Aggregate::Xor | Aggregate::Gcd | Aggregate::Mex => self.expect_int(body),
            Aggregate::Sum | Aggregate::Min | Aggregate::Max | Aggregate::First => {
                self.hinted(body, hint)
            }
            Aggregate::Count => self.infer(body),
        }
    }

    fn aggregated(
        &mut self,
        op: Aggregate,
        body: Expr,
        binders: Vec<Binder>,
        call: &ast::Call,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let body_type = self.types.resolve(&body.ty);
        let wants_sum = hint.is_some_and(|h| self.types.resolve(h) == Type::Sum);
        let (ty, body) = match op {
            Aggregate::Sum if body_type == Type::Sum || wants_sum => {
                let body = self.coerce(body, &Type::Sum);
                self.no_otherwise(call, "no component");
                return (Type::Sum, ExprKind::SumOf(Box::new(body), binders));
            }
            Aggregate::Sum => (Type::Int, self.coerce(body, &Type::Int)),
            Aggregate::Xor | Aggregate::Gcd | Aggregate::Mex | Aggregate::Count => {
                (Type::Int, body)
            }
            Aggregate::Any | Aggregate::All => (Type::Bool, body),
            Aggregate::Min | Aggregate::Max => {
                self.must_be_ordered(&body_type, body.span, call);
                (body_type, body)
            }
            Aggregate::First => (body_type, body),
        };
        let otherwise = match (op, &call.otherwise) {
            (Aggregate::Min | Aggregate::Max | Aggregate::First, Some(otherwise)) => {
                Some(Box::new(self.expect(otherwise, &ty)))
            }
            _ => {
                let of_nothing = match op {
                    Aggregate::Any => "false",
                    Aggregate::All => "true",
                    _ => "0",
                };
                self.no_otherwise(call, of_nothing);
                None
            }
        };
        let kind = ExprKind::Aggregate { op, body: Box::new(body), binders, otherwise };
        (ty, kind)
    }

    fn no_otherwise(&mut self, call: &ast::Call, of_nothing: &str) {
        if let Some(otherwise) = &call.otherwise
            && !matches!(call.function.text.as_str(), "min" | "max" | "first")
        {
            self.report(
                Diagnostic::new(
                    "E0206",
                    otherwise.span,
                    format!("`{}` takes no `else`", call.function.text),
                )
                .label(format!("`{}` of nothing is {of_nothing}", call.function.text))
                .help("only `min`, `max` and `first` take `else`"),
            );
        }
    }
}
