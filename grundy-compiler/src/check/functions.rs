//! Functions of the game: typed anew for each list of argument types.

use grundy_grammar::{Diagnostic, Span, ast};

use crate::ir::{Body, Expr, ExprKind, Frame, Function, FunctionId, Spec, Type};
use crate::value::Value;

use super::Checker;
use super::scope::Shadowing;

/// One use of a function: its argument types and where the result went.
#[derive(Clone, Debug)]
pub(super) struct FunctionUse {
    name: String,
    args: Vec<Type>,
    /// Whether its body may ask questions.
    questions: bool,
    /// Whether its body is still being checked: a call now is a recursive one.
    open: bool,
    id: FunctionId,
}

/// So many uses of one function with different types may be inside of each other.
const MAX_OPEN: usize = 16;

/// The uses that a checked game has already; their arguments have settled types.
pub(super) fn known_uses(spec: &Spec) -> Vec<FunctionUse> {
    spec.functions
        .iter()
        .enumerate()
        .map(|(at, function)| FunctionUse {
            name: function.name.clone(),
            args: function.args.clone(),
            questions: function.questions,
            open: false,
            id: FunctionId::from(at),
        })
        .collect()
}

impl Checker<'_> {
    /// A call of a function that the game defines.
    pub(super) fn call_function(
        &mut self,
        call: &ast::Call,
        span: Span,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let ast::ItemKind::Fn { args: names, .. } = self.functions[call.function.text.as_str()]
        else {
            unreachable!("only functions are in the table")
        };
        let arity = names.len();
        if !self.only_positional(call) {
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        let args: Vec<Expr> = call.args.iter().map(|arg| self.infer(arg)).collect();
        if args.len() != arity {
            let top = self.top[&call.function.text];
            let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
            self.report(
                Diagnostic::new(
                    "E0205",
                    span,
                    format!(
                        "`{}` takes {}, not {}",
                        call.function.text,
                        count(arity, "argument"),
                        args.len()
                    ),
                )
                .label(format!("the arguments are `{}({})`", call.function.text, names.join(", ")))
                .related(top.span, "defined here"),
            );
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        let types: Vec<Type> = args.iter().map(|a| self.types.resolve(&a.ty)).collect();
        if types.contains(&Type::Error) {
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        let Some(id) = self.instance(&call.function, &types, hint) else {
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        };
        let ty = self.types.resolve(&self.spec.functions[id.index()].result);
        (ty, ExprKind::Call(id, args))
    }

    /// The function typed for these arguments, checking its body at the first such use.
    fn instance(
        &mut self,
        function: &ast::Name,
        args: &[Type],
        hint: Option<&Type>,
    ) -> Option<FunctionId> {
        let name = function.text.as_str();
        let questions = self.questions;
        for at in 0..self.uses.len() {
            let known = &self.uses[at];
            if known.name != name || known.questions != questions {
                continue;
            }
            let (id, open) = (known.id, known.open);
            let known_args: Vec<Type> = known.args.iter().map(|t| self.types.resolve(t)).collect();
            // A recursive call has the types of the call around it, so that typing ends.
            let same = known_args == args
                || open && known_args.iter().zip(args).all(|(a, b)| self.types.unify(a, b));
            if same {
                self.spec.functions[id.index()].recursive |= open;
                return Some(id);
            }
        }
        if self.uses.iter().filter(|known| known.open && known.name == name).count() >= MAX_OPEN {
            self.report(
                Diagnostic::new(
                    "E0207",
                    function.span,
                    format!("`{name}` calls itself with values of ever new types"),
                )
                .label(format!("the {MAX_OPEN}th type in a row"))
                .help("pass values of the same types on in the recursive call"),
            );
            return None;
        }
        let ast::ItemKind::Fn { args: names, body, .. } = self.functions[name] else {
            unreachable!("only functions are in the table")
        };
        let result = match hint.map(|h| self.types.resolve(h)) {
            Some(Type::Sum) => Type::Sum,
            _ => self.types.fresh(),
        };
        let id = FunctionId::from(self.spec.functions.len());
        self.spec.functions.push(Function {
            name: name.to_string(),
            args: args.to_vec(),
            questions,
            recursive: false,
            result: result.clone(),
            body: Body { frame: Frame::default(), expr: self.broken(body.span) },
        });
        self.uses.push(FunctionUse {
            name: name.to_string(),
            args: args.to_vec(),
            questions,
            open: true,
            id,
        });
        let at = self.uses.len() - 1;
        let outer = std::mem::take(&mut self.scope);
        let hidden = self.hidden.take();
        for (arg, ty) in names.iter().zip(args) {
            self.bind(arg, ty.clone(), Shadowing::Allowed);
        }
        let checked = self.hinted(body, Some(&result));
        let checked = match self.types.resolve(&result) {
            // Nothing has asked for a type yet: the body decides.
            Type::Var(_) => {
                self.types.unify(&result, &checked.ty.clone());
                checked
            }
            known => self.coerce(checked, &known),
        };
        let scope = std::mem::replace(&mut self.scope, outer);
        self.hidden = hidden;
        self.uses[at].open = false;
        self.spec.functions[id.index()].body = Body { frame: scope.frame, expr: checked };
        Some(id)
    }

    /// Checks a function that nothing uses, with arguments of unknown types: its names still count.
    pub(super) fn check_unused(&mut self, item: &ast::ItemKind) {
        let ast::ItemKind::Fn { name, args, body } = item else {
            return;
        };
        if self.uses.iter().any(|u| u.name == name.text) {
            return;
        }
        self.questions = true;
        self.body(|c| {
            for arg in args {
                c.bind(arg, Type::Error, Shadowing::Allowed);
            }
            c.infer(body)
        });
        self.questions = false;
    }
}

/// A number with a noun.
pub(super) fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("one {noun}"),
        n => format!("{n} {noun}s"),
    }
}
