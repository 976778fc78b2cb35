//! The front end in Rust: items and attributes become a text of the game language, which takes the
//! same way as any other; messages about it find back to the tokens.

pub mod attributes;
pub mod derive;
pub mod field_types;
pub mod game;
pub mod kinds;
pub mod mistakes;
pub mod skeleton;
pub mod text;
