//! Which vector instructions the processor has, asked in one place.

use std::sync::OnceLock;

/// What a version of a loop may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// `avx2`, `popcnt`, `avx512f`, `avx512bw`, `avx512dq` and `avx512vl`, and no more.
    Avx512,
    /// `avx2` and `popcnt`, and no more.
    Avx2,
    /// What every processor has.
    Plain,
}

/// What this processor has, which is asked once.
#[inline]
pub fn processor() -> Processor {
    static FOUND: OnceLock<Processor> = OnceLock::new();
    *FOUND.get_or_init(ask)
}

fn ask() -> Processor {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        let widest = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        return if widest { Processor::Avx512 } else { Processor::Avx2 };
    }
    Processor::Plain
}

/// Returns what a function gives, by the version of it that the processor can run: that in the module
/// `avx512`, that in `avx2`, or the plain one. The first two must ask for no more than [`Processor`]
/// says.
#[doc(hidden)]
#[macro_export]
macro_rules! on_this_processor {
    ($name:ident, $plain:ident, $arguments:tt) => {{
        #[cfg(target_arch = "x86_64")]
        match $crate::processor::processor() {
            #[allow(unsafe_code)]
            // SAFETY: the processor has what the functions ask for.
            $crate::processor::Processor::Avx512 => return unsafe { avx512::$name $arguments },
            #[allow(unsafe_code)]
            // SAFETY: the processor has what the functions ask for.
            $crate::processor::Processor::Avx2 => return unsafe { avx2::$name $arguments },
            $crate::processor::Processor::Plain => {}
        }
        $plain $arguments
    }};
}
