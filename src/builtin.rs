//! The games that come with the program: one documented file each.
//!
//! ```
//! let kayles = grundy::builtin::find("kayles").expect("Kayles comes with it");
//! assert!(kayles.text.contains("game kayles"));
//! ```

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its name: that of its file, without `.game`.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// All of them, by name.
pub const ALL: &[Builtin] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// The one with this name.
pub fn find(name: &str) -> Option<Builtin> {
    ALL.iter().find(|builtin| builtin.name == name).copied()
}

impl Builtin {
    /// The first line of its documentation.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix("//!")).map_or("", str::trim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_each_is_found() {
        assert!(ALL.is_sorted_by_key(|builtin| builtin.name));
        assert!(ALL.iter().all(|builtin| find(builtin.name) == Some(*builtin)));
        assert_eq!(find("no such game"), None);
    }

    #[test]
    fn each_is_the_game_that_its_file_is_named_after() {
        for builtin in ALL {
            assert!(
                builtin.text.contains(&format!("\ngame {}\n", builtin.name)),
                "{}",
                builtin.name
            );
            assert_ne!(builtin.summary(), "", "{}", builtin.name);
        }
    }
}
