//! The procedural macros of grundy: tokens in, compiler, tokens out.
