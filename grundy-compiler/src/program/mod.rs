//! The program back end: the moves of a game as code that works on a batch of choices at a time.
//!
//! A program is made for each shape of position, a kind with the lengths of its vectors, when the first
//! position of that shape comes. It has the options in normal form, as keys. Whatever goes wrong, and
//! whatever a program does not know, is left to the tree walk, which then says what it is: a program
//! gives the right options or none.

mod code;
mod graphs;
mod key;
mod lanes;
mod layout;
mod lower;
mod run;

use std::rc::Rc;

use grundy_grammar::Span;

use crate::instance::Instance;

pub(crate) use code::Program;
pub(crate) use key::{Key, Wide};
pub(crate) use layout::{Cell, Layouts, Place, Unfit, packs};
pub(crate) use run::{Machine, Stop};

use lower::No;

/// The program of a shape, or why there is none.
pub(crate) type Made = Rc<std::result::Result<Program, Obstacle>>;

/// What stood in the way of a program.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What programs do not know.
    pub what: &'static str,
    /// Where it stands.
    pub at: Span,
}

/// The program of a shape.
///
/// # Errors
/// When the shapes it leads to have no place in the layout.
pub(crate) fn make(game: &Instance, layouts: &mut Layouts, shape: usize) -> Result<Made, Unfit> {
    let shape = Rc::clone(&layouts.shapes[shape]);
    let place = game.spec().kinds[shape.kind.index()].span;
    let obstacle = |what, at| Err(Obstacle { what, at });
    Ok(Rc::new(match lower::lower(game, layouts, &shape) {
        Ok(program) => Ok(program),
        Err(No::Construct(what, at) | No::Static(what, at)) => obstacle(what, at),
        Err(No::Long) => obstacle("rules that make so long a program", place),
        Err(No::Unfit(Unfit::Never)) => obstacle("a position that has no key", place),
        Err(No::Unfit(unfit)) => return Err(unfit),
    }))
}
