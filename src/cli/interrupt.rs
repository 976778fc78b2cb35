//! Ctrl-C: the first one stops the work in an orderly way, the second one the program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets, if a command has asked for it.
pub fn caught() -> Option<Arc<AtomicBool>> {
    FLAG.get().cloned()
}

/// From now on Ctrl-C sets a flag: for a command whose work can be stopped by a
/// [`Budget`](grundy::core::Budget).
pub fn flag() -> Arc<AtomicBool> {
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        // Without a handler Ctrl-C ends the program, as it does by default.
        let _ = ctrlc::set_handler(move || {
            if set.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        flag
    });
    flag.clone()
}
