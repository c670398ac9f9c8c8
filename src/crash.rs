//! Named points where a crash test kills the process (tests/crash.rs); nothing at all without the feature `failpoints`.

/// A named point: with `FAILPOINTS=name=panic` in the environment the process dies here.
#[macro_export]
macro_rules! crash_point {
    ($name:literal) => {
        #[cfg(feature = "failpoints")]
        ::fail::fail_point!($name);
    };
}

/// Reads FAILPOINTS; from then on a panic is as sudden as `kill -9`: nothing is unwound, nothing cleaned up.
#[cfg(feature = "failpoints")]
pub(crate) fn arm() {
    std::panic::set_hook(Box::new(|_| std::process::abort()));
    std::mem::forget(fail::FailScenario::setup());
}
