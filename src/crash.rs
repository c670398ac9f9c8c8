//! Named points where a crash test kills the process (tests/crash.rs); nothing at all in a release.

/// A named point: with `FAILPOINTS=name=panic` in the environment the process dies here.
#[macro_export]
macro_rules! crash_point {
    ($name:literal) => {
        #[cfg(debug_assertions)]
        ::fail::fail_point!($name);
    };
}

/// Reads FAILPOINTS; from then on a panic is as sudden as `kill -9`: nothing is unwound, nothing cleaned up.
#[cfg(debug_assertions)]
#[allow(clippy::disallowed_methods, reason = "crash tests speak through the environment")]
pub(crate) fn arm() {
    if std::env::var_os("FAILPOINTS").is_some() {
        std::panic::set_hook(Box::new(|_| std::process::abort()));
        std::mem::forget(fail::FailScenario::setup());
    }
}
