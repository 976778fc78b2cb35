//! Operators: arithmetic, sets, logic and comparisons.

use grundy_grammar::{Diagnostic, Span, ast};

use crate::ir::{BinaryOp, CompareOp, Expr, ExprKind, Type};
use crate::value::Value;

use super::Checker;

impl Checker<'_> {
    pub(super) fn unary(
        &mut self,
        op: ast::UnaryOp,
        op_span: Span,
        operand: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        match op {
            ast::UnaryOp::Not => {
                let operand = self.expect_bool(operand);
                (Type::Bool, ExprKind::Not(Box::new(operand)))
            }
            ast::UnaryOp::Negate => {
                let operand = self.expect_int(operand);
                let kind = match operand.kind {
                    ExprKind::Constant(Value::Int(value)) => ExprKind::Constant(Value::Int(-value)),
                    _ => ExprKind::Negate(Box::new(operand)),
                };
                (Type::Int, kind)
            }
            ast::UnaryOp::Heap => {
                if hint.is_some_and(|h| self.types.resolve(h) == Type::Int) {
                    self.report(
                        Diagnostic::new(
                            "E0401",
                            op_span,
                            "`*m` is a Nim heap, a sum of positions; here a number is needed",
                        )
                        .label("a `*` with nothing on its left")
                        .help("a product is written `a * b`"),
                    );
                    self.expect_int(operand);
                    return (Type::Error, ExprKind::Empty);
                }
                let operand = self.expect_int(operand);
                (Type::Sum, ExprKind::Heap(Box::new(operand)))
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: ast::BinaryOp,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        use ast::BinaryOp as A;
        match op {
            A::And | A::Or | A::Implies | A::Iff => {
                let op = match op {
                    A::And => BinaryOp::And,
                    A::Or => BinaryOp::Or,
                    A::Implies => BinaryOp::Implies,
                    _ => BinaryOp::Iff,
                };
                let (left, right) = (self.expect_bool(left), self.expect_bool(right));
                (Type::Bool, binary(op, left, right))
            }
            A::Add => self.add(op_span, left, right, hint),
            A::Multiply => self.multiply(op_span, left, right, hint),
            A::Divide | A::Mod => {
                let op = if op == A::Divide { BinaryOp::Divide } else { BinaryOp::Mod };
                let (left, right) = (self.expect_int(left), self.expect_int(right));
                (Type::Int, binary(op, left, right))
            }
            A::Subtract | A::Xor => self.ints_or_sets(op, op_span, left, right),
            A::Concat => {
                let left = self.expect_vector(left, hint);
                let ty = left.ty.clone();
                let right = self.expect_vector(right, Some(&ty));
                let right = self.coerce(right, &ty);
                (ty, binary(BinaryOp::Concat, left, right))
            }
            A::Union | A::Intersect => self.set_operator(op, op_span, left, right, hint),
        }
    }

    fn add(
        &mut self,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let hint = hint.filter(|h| matches!(self.types.resolve(h), Type::Sum | Type::Int));
        let left = self.hinted(left, hint);
        let right = self.hinted(right, hint.or(Some(&left.ty.clone())));
        let (left_type, right_type) = (self.types.resolve(&left.ty), self.types.resolve(&right.ty));
        if left_type == Type::Sum || right_type == Type::Sum {
            let (left, right) = (self.coerce(left, &Type::Sum), self.coerce(right, &Type::Sum));
            return (Type::Sum, ExprKind::Plus(Box::new(left), Box::new(right)));
        }
        for (ty, help) in [
            (Type::Vector(Box::new(Type::Error)), "vectors and texts are joined with `++`"),
            (Type::Set(Box::new(Type::Error)), "sets are joined with `|`"),
        ] {
            let same_shape = |t: &Type| std::mem::discriminant(t) == std::mem::discriminant(&ty);
            if same_shape(&left_type) || same_shape(&right_type) {
                let what =
                    self.name_type(if same_shape(&left_type) { &left_type } else { &right_type });
                self.report(
                    Diagnostic::new(
                        "E0305",
                        op_span,
                        format!("`+` adds ints or sums of positions, not {what}"),
                    )
                    .label("cannot add these")
                    .help(help),
                );
                return (Type::Error, ExprKind::Constant(Value::Int(0)));
            }
        }
        let (left, right) = (self.coerce(left, &Type::Int), self.coerce(right, &Type::Int));
        (Type::Int, binary(BinaryOp::Add, left, right))
    }

    fn multiply(
        &mut self,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let left = self.infer(left);
        let right = self.hinted(right, hint);
        if self.types.resolve(&left.ty) == Type::Sum {
            self.report(
                Diagnostic::new(
                    "E0402",
                    op_span,
                    "copies of a sum are written with the number first",
                )
                .label("the sum stands on the left")
                .help("write `k * A` for k copies of A"),
            );
            return (Type::Sum, ExprKind::Empty);
        }
        let left = self.coerce(left, &Type::Int);
        if self.types.resolve(&right.ty) == Type::Sum {
            return (Type::Sum, ExprKind::Copies(Box::new(left), Box::new(right)));
        }
        let right = self.coerce(right, &Type::Int);
        (Type::Int, binary(BinaryOp::Multiply, left, right))
    }

    /// `-` and `xor`, which exist for ints and for sets.
    fn ints_or_sets(
        &mut self,
        op: ast::BinaryOp,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> (Type, ExprKind) {
        let left = self.infer(left);
        let left_type = self.collection_of_range(&left.ty);
        let right = self.hinted(right, Some(&left_type));
        let right_type = self.collection_of_range(&right.ty);
        if matches!(left_type, Type::Set(_)) || matches!(right_type, Type::Set(_)) {
            let op = if op == ast::BinaryOp::Xor {
                BinaryOp::SymmetricDifference
            } else {
                BinaryOp::Difference
            };
            return self.two_sets(op, left, right);
        }
        if op == ast::BinaryOp::Xor {
            for ty in [&left_type, &right_type] {
                let help = match ty {
                    Type::Sum => {
                        "add sums with `+`; the nimber of a sum is already the xor of its parts"
                    }
                    Type::Bool => "for bools write `a != b`, or `not (a iff b)`",
                    _ => continue,
                };
                let what = self.name_type(ty);
                self.report(
                    Diagnostic::new(
                        "E0305",
                        op_span,
                        format!("`xor` is for ints and sets, not for {what}"),
                    )
                    .label("cannot be used here")
                    .help(help),
                );
                return (Type::Error, ExprKind::Constant(Value::Int(0)));
            }
        }
        let (left, right) = (self.coerce(left, &Type::Int), self.coerce(right, &Type::Int));
        let op = if op == ast::BinaryOp::Xor { BinaryOp::Xor } else { BinaryOp::Subtract };
        (Type::Int, binary(op, left, right))
    }

    fn set_operator(
        &mut self,
        op: ast::BinaryOp,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let hint = hint.filter(|h| matches!(self.types.resolve(h), Type::Set(_)));
        let left = self.hinted(left, hint);
        let left_type = self.collection_of_range(&left.ty);
        let right = self.hinted(right, hint.or(Some(&left_type)));
        let (sign, op, help) = if op == ast::BinaryOp::Union {
            (
                "|",
                BinaryOp::Union,
                "for conditions write `or`, for the bits of ints `xor`, for sums `+`",
            )
        } else {
            ("&", BinaryOp::Intersect, "for conditions write `and`")
        };
        for ty in [&left.ty, &right.ty] {
            let ty = self.types.resolve(ty);
            if matches!(ty, Type::Bool | Type::Int | Type::Sum) {
                let what = self.name_type(&ty);
                self.report(
                    Diagnostic::new(
                        "E0305",
                        op_span,
                        format!("`{sign}` is for sets, not for {what}"),
                    )
                    .label("cannot be used here")
                    .help(help),
                );
                return (Type::Error, ExprKind::Constant(Value::Int(0)));
            }
        }
        self.two_sets(op, left, right)
    }

    fn two_sets(&mut self, op: BinaryOp, left: Expr, right: Expr) -> (Type, ExprKind) {
        let element = self.types.fresh();
        let set = Type::Set(Box::new(element));
        let (left, right) = (self.coerce(left, &set), self.coerce(right, &set));
        (set, binary(op, left, right))
    }

    pub(super) fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(ast::CompareOp, Span, ast::Expr)],
    ) -> (Type, ExprKind) {
        let first = self.infer(first);
        let mut last = first.ty.clone();
        let mut first = Some(first);
        let mut links: Vec<(CompareOp, Expr)> = Vec::new();
        for (op, op_span, right) in rest {
            let (op, right, left_now) = match op {
                ast::CompareOp::In | ast::CompareOp::NotIn => {
                    let (collection, element) = self.expect_collection(right);
                    let op =
                        if *op == ast::CompareOp::In { CompareOp::In } else { CompareOp::NotIn };
                    (op, collection, element)
                }
                _ => {
                    let right = self.hinted(right, Some(&last));
                    let ty = right.ty.clone();
                    (self.ordering(*op, *op_span, &last, &ty), right, ty)
                }
            };
            // The operand on the left must fit; it is the first or that of the last link.
            let place = match links.last_mut() {
                Some((_, operand)) => operand,
                None => first.as_mut().expect("set until the end"),
            };
            let left = std::mem::replace(place, self.broken(*op_span));
            let member = matches!(op, CompareOp::In | CompareOp::NotIn);
            let (left, right) = if member {
                (self.fit_member(left, &left_now, *op_span, &right), right)
            } else {
                self.fit_operand(left, &left_now, *op_span, right)
            };
            match links.last_mut() {
                Some((_, operand)) => *operand = left,
                None => first = Some(left),
            }
            last = right.ty.clone();
            links.push((op, right));
        }
        let first = first.expect("set until the end");
        (Type::Bool, ExprKind::Compare(Box::new(first), links))
    }

    /// Makes the left operand of `in` fit the members of the collection.
    fn fit_member(&mut self, left: Expr, element: &Type, op_span: Span, right: &Expr) -> Expr {
        let left_type = left.ty.clone();
        self.try_coerce(left, element).unwrap_or_else(|left| {
            let (one, other) = (self.name_type(&left_type), self.name_type(&right.ty));
            self.report(
                Diagnostic::new("E0302", op_span, format!("{one} cannot be a member of {other}"))
                    .label("never true")
                    .related(left.span, format!("this is {one}"))
                    .related(right.span, format!("this is {other}")),
            );
            left
        })
    }

    /// Makes the left operand of a comparison fit what the right side compares with.
    fn fit_operand(&mut self, left: Expr, ty: &Type, op_span: Span, right: Expr) -> (Expr, Expr) {
        let (left_type, right_type) = (left.ty.clone(), right.ty.clone());
        // Ranges stand for sets and vectors; the run-time comparison sees through them.
        let is_range = |t: &Type| *t == Type::Range;
        let collects = |t: &Type| matches!(t, Type::Set(_) | Type::Vector(_));
        let (l, r) = (self.types.resolve(&left_type), self.types.resolve(ty));
        if is_range(&l) && collects(&r) || collects(&l) && is_range(&r) {
            return (left, right);
        }
        let left = match self.try_coerce(left, ty) {
            Ok(left) => return (left, right),
            Err(left) => left,
        };
        let right = match self.try_coerce(right, &left_type) {
            Ok(right) => return (left, right),
            Err(right) => right,
        };
        let (one, other) = (self.name_type(&left_type), self.name_type(ty));
        let diagnostic =
            Diagnostic::new("E0302", op_span, format!("cannot compare {one} with {other}"))
                .label("the two sides have different types")
                .related(left.span, format!("this is {one}"))
                .related(right.span, format!("this is {}", self.name_type(&right_type)));
        let diagnostic = match (&l, &r) {
            (Type::Sum, Type::Int) | (Type::Int, Type::Sum) => {
                diagnostic.help("`grundy(SUM)` is the nimber of a sum, in claims and questions")
            }
            _ => diagnostic,
        };
        self.report(diagnostic);
        (left, right)
    }

    fn ordering(
        &mut self,
        op: ast::CompareOp,
        op_span: Span,
        left: &Type,
        right: &Type,
    ) -> CompareOp {
        let (left, right) = (self.types.resolve(left), self.types.resolve(right));
        let sets = matches!(left, Type::Set(_))
            || matches!(right, Type::Set(_))
            || left == Type::Range && right == Type::Range;
        let orders = !matches!(op, ast::CompareOp::Equal | ast::CompareOp::NotEqual);
        if orders && [&left, &right].iter().any(|t| t.has_no_order()) {
            let culprit = if left.has_no_order() { &left } else { &right };
            let what = self.name_type(culprit);
            let help = match culprit {
                Type::Bool => {
                    "`a implies b` says that b holds whenever a does; `==` and `!=` compare bools"
                }
                Type::Sum => {
                    "compare their nimbers, `grundy(SUM)`, or who wins, `won(SUM)`, in claims and questions"
                }
                _ => "only `==` and `!=` compare them",
            };
            self.report(
                Diagnostic::new(
                    "E0305",
                    op_span,
                    format!("this compares by size, and {what} has no size"),
                )
                .label("cannot be compared by size")
                .help(help),
            );
        }
        match (op, sets) {
            (ast::CompareOp::Equal, _) => CompareOp::Equal,
            (ast::CompareOp::NotEqual, _) => CompareOp::NotEqual,
            (ast::CompareOp::Less, false) => CompareOp::Less,
            (ast::CompareOp::LessEqual, false) => CompareOp::LessEqual,
            (ast::CompareOp::Greater, false) => CompareOp::Greater,
            (ast::CompareOp::GreaterEqual, false) => CompareOp::GreaterEqual,
            (ast::CompareOp::Less, true) => CompareOp::ProperSubset,
            (ast::CompareOp::LessEqual, true) => CompareOp::Subset,
            (ast::CompareOp::Greater, true) => CompareOp::ProperSuperset,
            (ast::CompareOp::GreaterEqual, true) => CompareOp::Superset,
            (ast::CompareOp::In | ast::CompareOp::NotIn, _) => {
                unreachable!("handled by the caller")
            }
        }
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> ExprKind {
    ExprKind::Binary(op, Box::new(left), Box::new(right))
}
