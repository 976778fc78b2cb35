//! `moves octal CODE`.

use grundy_core::Code;
use grundy_grammar::{Diagnostic, ast};

use crate::codes;
use crate::ir::{Binder, Builtin, Expr, ExprKind, KindId, Local, Move, Pattern, Type};

use super::Checker;

/// What the moves of a code are called, and what is chosen in them.
const NAMES: [&str; 3] = ["take", "s", "leave"];

impl Checker<'_> {
    /// Adds `move take((s, leave) in MOVES) -> sum(Kind(m) for m in leave)`, where MOVES are those
    /// that the code allows.
    pub(super) fn octal(&mut self, at: usize, clause: &ast::Clause, code: &ast::Expr) {
        let span = clause.span;
        let code = self.expect(code, &Type::Vector(Box::new(Type::Char)));
        if let ExprKind::Constant(value) = &code.kind
            && let Some(text) = codes::text(value)
            && let Err(error) = Code::parse(&text)
        {
            let literal = (code.span.end - code.span.start) as usize == text.len() + 2;
            self.report(codes::mistake(&error, &text, code.span, literal));
        }
        let kind = &self.spec.kinds[at];
        if !matches!(kind.fields.as_slice(), [field] if matches!(field.ty, Type::Int | Type::Error))
        {
            let (name, place) = (kind.name.clone(), kind.span);
            self.report(
                Diagnostic::new("E0505", span, "`moves octal` needs a heap: a position with one number")
                    .label("says how many tokens are taken from it and what is left")
                    .related(place, format!("`{name}` is none"))
                    .help("write `position Heap(n: nat) { moves octal \"0.77\" }`, and put other positions into kinds of their own"),
            );
            return;
        }
        if let Some(first) = kind.moves.iter().find(|rule| rule.code().is_some()) {
            let related = first.span;
            self.report(
                Diagnostic::new("E0506", span, "a position has one `moves octal`")
                    .label("the second one")
                    .related(related, "the first one")
                    .help("one code can hold both: its digits are sums of 1, 2, 4, ..."),
            );
            return;
        }
        let [name, taken, left] = NAMES;
        self.new_move(at, name, span, "the moves of a code are called so");
        let [taken, left, size] = [taken, left, "m"].map(|name| self.scope.slot(name));
        let ints = Type::Vector(Box::new(Type::Int));
        let expr = |ty: Type, kind| Expr { span, ty, kind };
        let local = |ty: Type, local| expr(ty, ExprKind::Local(local));
        let choice = Type::Tuple(vec![Type::Int, ints.clone()]);
        let heap = local(Type::Int, Local::from(0));
        let moves = ExprKind::Builtin(Builtin::CodeMoves, vec![code, heap]);
        let moves = expr(Type::Vector(Box::new(choice)), moves);
        let pattern = Pattern::Tuple(vec![Pattern::Local(taken), Pattern::Local(left)]);
        let part = ExprKind::Component(KindId::from(at), vec![local(Type::Int, size)]);
        let parts = Binder::In(Pattern::Local(size), local(ints, left));
        let sum = ExprKind::SumOf(Box::new(expr(Type::Sum, part)), vec![parts]);
        self.spec.kinds[at].moves.push(Move {
            name: name.to_string(),
            span,
            docs: clause.docs.clone(),
            binders: vec![Binder::In(pattern, moves)],
            guard: None,
            legal: false,
            sum: expr(Type::Sum, sum),
        });
    }
}
