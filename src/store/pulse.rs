use super::{Ruleset, WarState};

/// A loop that has not looked for so long hangs; milliseconds.
pub const HANGS_MS: i64 = 60_000;
/// A due turn that is not taken this long is overdue; milliseconds.
pub const OVERDUE_MS: i64 = 120_000;
/// A clock this far behind the last turn is set back, not merely adjusted; milliseconds.
pub const SET_BACK_MS: i64 = 60_000;

/// What the loop that takes turns says each time that it looks: others wait for the news in it, and see that it lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// When the loop last looked, UTC milliseconds.
    pub beat: i64,
    /// None before the first war.
    pub news: Option<News>,
}

/// Where the newest war stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    pub war: u32,
    pub ruleset: Ruleset,
    pub state: WarState,
    /// The last turn that was taken, 0 before the first; in Dobyvatelé the open tick.
    pub turn: u32,
    /// UTC milliseconds.
    pub next_due: Option<i64>,
    /// How many seats of a game are taken, and the latest: other numbers whenever somebody comes or goes.
    pub seats: (usize, i64),
}

impl Pulse {
    /// Notes a look; true if there is news.
    pub fn look(&mut self, at: i64, news: Option<News>) -> bool {
        self.beat = at;
        std::mem::replace(&mut self.news, news) != news
    }
}
