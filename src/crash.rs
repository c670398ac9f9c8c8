/// A named point where a crash test may kill the process; nothing at all without the feature `failpoints`.
#[macro_export]
macro_rules! crash_point {
    ($name:literal) => {
        #[cfg(feature = "failpoints")]
        ::fail::fail_point!($name);
    };
}
