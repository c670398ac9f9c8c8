use super::{Store, StoreError, Transaction};
use rusqlite::{OptionalExtension, Row};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// What a post is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostKind {
    /// A war begins: its turn is 0.
    Opening,
    Turn,
    /// Who may win, by many simulated wars from this turn on.
    Pronostici,
    /// To see whether posts arrive; it belongs to no turn and is never stored.
    Test,
}

impl PostKind {
    /// As the database and `posts list` write it.
    pub fn text(self) -> &'static str {
        match self {
            PostKind::Opening => "opening",
            PostKind::Turn => "turn",
            PostKind::Pronostici => "pronostici",
            PostKind::Test => "test",
        }
    }
}

/// pending → sending → sent | unknown | held | skipped; back to pending by retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    /// Waits, at least until `not_before`.
    Pending,
    /// A publishing call is under way, or was when the process died.
    Sending,
    Sent,
    /// It may have been published or not; it is read back before anything else.
    Unknown,
    /// An operator must decide; `reason` says why.
    Held,
    Skipped,
}

impl PostState {
    const ALL: [(PostState, &'static str); 6] = [
        (PostState::Pending, "pending"),
        (PostState::Sending, "sending"),
        (PostState::Sent, "sent"),
        (PostState::Unknown, "unknown"),
        (PostState::Held, "held"),
        (PostState::Skipped, "skipped"),
    ];

    /// As the database and `posts list` write it.
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Every state.
    pub fn all() -> impl Iterator<Item = PostState> {
        Self::ALL.iter().map(|(state, _)| *state)
    }
}

impl fmt::Display for PostState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for PostState {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.iter().find(|(_, known)| *known == text);
        found.map(|(state, _)| *state).ok_or_else(|| StoreError::Broken(format!("unknown post state {text}")))
    }
}

/// A post in the outbox; times are UTC milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    pub id: i64,
    pub war: u32,
    pub turn: u32,
    pub kind: PostKind,
    pub network: String,
    pub state: PostState,
    pub not_before: i64,
    pub attempts: u32,
    /// Why it is held, or what went wrong last.
    pub reason: Option<String>,
    pub remote_id: Option<String>,
    pub frozen: bool,
    /// The first attempt.
    pub tried_at: Option<i64>,
    pub sent_at: Option<i64>,
    /// So often it was sent again although nobody could tell whether it was out.
    pub resent: u32,
}

/// The bytes of a post, fixed before the first attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    pub caption: String,
    pub alt: String,
    /// The code of the language that both are in.
    pub language: String,
    pub png: Vec<u8>,
}

/// How many posts are in each state, in the order of [`PostState`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u32; 6]);

impl Tally {
    /// Posts in this state.
    pub fn of(&self, state: PostState) -> u32 {
        self.0[state as usize]
    }
}

const COLUMNS: &str = "id, war, turn, kind, network, state, not_before, attempts, reason, remote_id, \
                       frozen_at IS NOT NULL, tried_at, sent_at, resent";

fn read(row: &Row<'_>) -> rusqlite::Result<(Post, String)> {
    let kind = match row.get_ref(3)?.as_str()? {
        "opening" => PostKind::Opening,
        "pronostici" => PostKind::Pronostici,
        _ => PostKind::Turn,
    };
    let post = Post {
        id: row.get(0)?,
        war: row.get(1)?,
        turn: row.get(2)?,
        kind,
        network: row.get(4)?,
        state: PostState::Pending,
        not_before: row.get(6)?,
        attempts: row.get(7)?,
        reason: row.get(8)?,
        remote_id: row.get(9)?,
        frozen: row.get(10)?,
        tried_at: row.get(11)?,
        sent_at: row.get(12)?,
        resent: row.get(13)?,
    };
    Ok((post, row.get(5)?))
}

fn finish((post, state): (Post, String)) -> Result<Post, StoreError> {
    Ok(Post { state: state.parse()?, ..post })
}

impl Store {
    /// The next post of a network that is neither final nor held, in the order of the war.
    pub fn next_post(&self, network: &str) -> Result<Option<Post>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM posts WHERE network = ?1 AND state IN ('pending', 'sending', 'unknown')
             ORDER BY war, turn, id LIMIT 1"
        );
        self.connection.prepare_cached(&sql)?.query_row([network], read).optional()?.map(finish).transpose()
    }

    /// A later turn of its war waits for the same network.
    pub fn is_followed(&self, post: &Post) -> Result<bool, StoreError> {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM posts WHERE network = ?1 AND state = 'pending' AND kind = 'turn'
                   AND war = ?2 AND (turn, id) > (?3, ?4))";
        let place = (&post.network, post.war, post.turn, post.id);
        Ok(self.connection.prepare_cached(sql)?.query_row(place, |r| r.get(0))?)
    }

    /// When a network last took a post, UTC milliseconds; what a clock once set ahead wrote does not count.
    pub fn last_sent(&self, network: &str, now: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT max(sent_at) FROM posts WHERE network = ?1 AND sent_at <= ?2";
        Ok(self.connection.prepare_cached(sql)?.query_row((network, now), |r| r.get(0))?)
    }

    /// A post by its number.
    pub fn post(&self, id: i64) -> Result<Option<Post>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM posts WHERE id = ?1");
        self.connection.query_row(&sql, [id], read).optional()?.map(finish).transpose()
    }

    /// Posts of a war and a network, or of all, in the order of the war.
    pub fn posts(&self, war: Option<u32>, network: Option<&str>) -> Result<Vec<Post>, StoreError> {
        let mut query = self.connection.prepare(&format!(
            "SELECT {COLUMNS} FROM posts WHERE (?1 IS NULL OR war = ?1) AND (?2 IS NULL OR network = ?2)
             ORDER BY war, turn, id"
        ))?;
        let rows = query.query_map((war, network), read)?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(finish).collect()
    }

    /// The turns before this one that have a post of the kind, ascending.
    pub fn turns_told(&self, war: u32, kind: PostKind, before: u32) -> Result<Vec<u32>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT DISTINCT turn FROM posts WHERE war = ?1 AND kind = ?2 AND turn < ?3 ORDER BY turn",
        )?;
        let turns = query.query_map((war, kind.text(), before), |row| row.get(0))?;
        Ok(turns.collect::<Result<_, _>>()?)
    }

    /// How many posts of a war are in each state.
    pub fn tally(&self, war: u32) -> Result<Tally, StoreError> {
        let mut query =
            self.connection.prepare("SELECT state, count(*) FROM posts WHERE war = ?1 GROUP BY state")?;
        let rows = query.query_map([war], |r| Ok((r.get::<_, String>(0)?, r.get::<_, u32>(1)?)))?;
        let mut tally = Tally::default();
        for row in rows {
            let (state, count) = row?;
            tally.0[state.parse::<PostState>()? as usize] = count;
        }
        Ok(tally)
    }

    /// The fixed bytes of a post.
    pub fn frozen(&self, id: i64) -> Result<Frozen, StoreError> {
        let sql = "SELECT caption, alt, language, png FROM posts
                   JOIN pictures ON pictures.digest = posts.picture WHERE posts.id = ?1";
        let row = |r: &Row<'_>| {
            Ok(Frozen { caption: r.get(0)?, alt: r.get(1)?, language: r.get(2)?, png: r.get(3)? })
        };
        let found = self.connection.prepare_cached(sql)?.query_row([id], row).optional()?;
        found.ok_or_else(|| StoreError::Broken(format!("post {id} has lost its frozen bytes")))
    }
}

impl Transaction<'_> {
    /// Puts a post into the outbox, to go out from `not_before` on; after a restore it may be out already.
    pub fn add_post(
        &self,
        war: u32,
        turn: u32,
        kind: PostKind,
        network: &str,
        not_before: i64,
    ) -> Result<(), StoreError> {
        // Of a new war, or of a turn beyond those that were lost, no network can hold anything.
        let settled = "UPDATE networks SET doubt_from = NULL, doubt_turn = NULL
                       WHERE name = ?1 AND doubt_from IS NOT NULL AND (doubt_turn < ?2 OR ?3 = 'opening')";
        self.0.prepare_cached(settled)?.execute((network, turn, kind.text()))?;
        self.0
            .prepare_cached(
                "INSERT INTO posts (war, turn, kind, network, not_before, state, tried_at)
                 SELECT ?1, ?2, ?3, ?4, ?5, iif(since IS NULL, 'pending', 'unknown'), since
                 FROM (SELECT (SELECT doubt_from FROM networks WHERE name = ?4) AS since)",
            )?
            .execute((war, turn, kind.text(), network, not_before))?;
        Ok(())
    }

    /// Fixes the bytes of a post for ever; equal pictures are kept once.
    pub fn freeze(&self, id: i64, frozen: &Frozen, at: i64) -> Result<(), StoreError> {
        let digest: [u8; 32] = Sha256::digest(&frozen.png).into();
        let picture = "INSERT INTO pictures (digest, png) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        self.0.execute(picture, (digest, &frozen.png))?;
        self.0.execute(
            "UPDATE posts SET caption = ?2, alt = ?3, language = ?4, picture = ?5, frozen_at = ?6
             WHERE id = ?1 AND frozen_at IS NULL",
            (id, &frozen.caption, &frozen.alt, &frozen.language, digest, at),
        )?;
        Ok(())
    }

    /// A publishing call begins for a pending post; false if it is pending no more, for an operator decided meanwhile.
    pub fn mark_sending(&self, id: i64, at: i64) -> Result<bool, StoreError> {
        let sql =
            "UPDATE posts SET state = 'sending', attempts = attempts + 1, tried_at = coalesce(tried_at, ?2)
             WHERE id = ?1 AND state = 'pending'";
        Ok(self.0.prepare_cached(sql)?.execute((id, at))? > 0)
    }

    /// It is published; false if it is no more in the state it was in.
    pub fn mark_sent(&self, id: i64, from: PostState, remote_id: &str, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE posts SET state = 'sent', remote_id = ?3, sent_at = ?4, reason = NULL
                   WHERE id = ?1 AND state = ?2";
        let changed = self.0.prepare_cached(sql)?.execute((id, from.text(), remote_id, at))? > 0;
        self.drop_picture(id)?;
        Ok(changed)
    }

    /// From one state to another, with the reason, not before a time; false if it is no more in the first.
    pub fn mark(
        &self,
        id: i64,
        (from, to): (PostState, PostState),
        reason: Option<&str>,
        not_before: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE posts SET state = ?3, reason = ?4, not_before = ?5 WHERE id = ?1 AND state = ?2";
        let changed =
            self.0.prepare_cached(sql)?.execute((id, from.text(), to.text(), reason, not_before))? > 0;
        self.drop_picture(id)?;
        Ok(changed)
    }

    /// Waits to be sent again although nobody can tell whether it is out.
    pub fn resend_blindly(
        &self,
        id: i64,
        from: PostState,
        reason: &str,
        not_before: i64,
    ) -> Result<bool, StoreError> {
        let changed = self.mark(id, (from, PostState::Pending), Some(reason), not_before)?;
        self.0.execute("UPDATE posts SET resent = resent + ?2 WHERE id = ?1", (id, changed))?;
        Ok(changed)
    }

    /// It may have been published since this time, UTC milliseconds, by a program of another database.
    pub fn doubt(&self, id: i64, since: i64) -> Result<(), StoreError> {
        let sql = "UPDATE posts SET state = 'unknown', reason = 'restored', tried_at = coalesce(tried_at, ?2)
                   WHERE id = ?1";
        self.0.execute(sql, (id, since))?;
        Ok(())
    }

    /// A picture goes once all its posts are final.
    fn drop_picture(&self, id: i64) -> Result<(), StoreError> {
        let mut query = self.0.prepare_cached(
            "SELECT picture FROM posts p WHERE id = ?1 AND picture IS NOT NULL AND NOT EXISTS
               (SELECT 1 FROM posts o WHERE o.picture = p.picture AND o.state NOT IN ('sent', 'skipped'))",
        )?;
        let Some(digest) = query.query_row([id], |r| r.get::<_, [u8; 32]>(0)).optional()? else {
            return Ok(());
        };
        self.0.prepare_cached("UPDATE posts SET picture = NULL WHERE picture = ?1")?.execute([digest])?;
        self.0.prepare_cached("DELETE FROM pictures WHERE digest = ?1")?.execute([digest])?;
        Ok(())
    }
}
