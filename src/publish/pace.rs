use std::time::Duration;

/// How fast posts follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Between two posts to one network; a folder never waits.
    pub min_gap: Duration,
    pub backlog: Backlog,
}

/// What a long silence leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backlog {
    /// Every turn, in order.
    All,
    /// The last turn alone; openings go out all the same, for they hold the commitment.
    Latest,
}

/// The longest wait between two attempts.
const LONGEST: Duration = Duration::from_secs(600);

/// The wait after so many attempts: doubling from two seconds to ten minutes, and up to a quarter more, so that the
/// bots of one server do not come back together. The clock's milliseconds are dice enough for that.
pub(super) fn backoff(attempts: u32, now: i64) -> Duration {
    let wait = LONGEST.min(Duration::from_secs(1 << attempts.clamp(1, 10)));
    wait + wait / 4 * now.rem_euclid(1000) as u32 / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_ten_minutes() {
        let seconds = |attempts| backoff(attempts, 0).as_secs();
        assert_eq!([0, 1, 2, 5, 9, 10, 500].map(seconds), [2, 2, 4, 32, 512, 600, 600]);
        assert_eq!(backoff(2, 500), Duration::from_millis(4500));
    }
}
