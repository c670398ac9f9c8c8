use super::{Store, StoreError, Transaction};
use rusqlite::{OptionalExtension, Row};
use std::str::FromStr;

/// Which game a war is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// Between the places of a map.
    Guerra,
    /// Between teams of programmers on a grid.
    Dobyvatele,
}

impl Ruleset {
    /// As the database and `status --json` write it.
    pub fn text(self) -> &'static str {
        match self {
            Ruleset::Guerra => "guerra",
            Ruleset::Dobyvatele => "dobyvatele",
        }
    }
}

/// Where a war stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarState {
    /// Dobyvatelé only: teams gather.
    Lobby,
    Running,
    Paused,
    /// Committed, but its seed waits for the public salt.
    AwaitingSalt,
    Over,
    /// A broken invariant stopped it; the war's `reason` says which.
    Halted,
}

impl WarState {
    const ALL: [(WarState, &'static str); 6] = [
        (WarState::Lobby, "lobby"),
        (WarState::Running, "running"),
        (WarState::Paused, "paused"),
        (WarState::AwaitingSalt, "awaiting_salt"),
        (WarState::Over, "over"),
        (WarState::Halted, "halted"),
    ];

    /// As the database and `status --json` write it.
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

impl FromStr for WarState {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.iter().find(|(_, known)| *known == text);
        found.map(|(state, _)| *state).ok_or_else(|| StoreError::Broken(format!("unknown war state {text}")))
    }
}

/// A war as it is stored; times are UTC milliseconds. In Dobyvatelé `map`, `rules`, `secret` and `commitment` are void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct War {
    /// From 1.
    pub number: u32,
    pub name: String,
    pub ruleset: Ruleset,
    /// The map's digest, lower-case hex.
    pub map: String,
    /// The rules line (rule 6.6).
    pub rules: String,
    pub secret: [u8; 32],
    pub salt: Option<String>,
    pub commitment: [u8; 32],
    pub state: WarState,
    /// Why it is halted.
    pub reason: Option<String>,
    pub begun_at: i64,
    /// The schedule that `next_due` came from.
    pub schedule: Option<String>,
    pub next_due: Option<i64>,
}

/// What a new war needs; its number is given to it.
pub struct NewWar<'a> {
    pub name: &'a str,
    pub map: &'a str,
    pub rules: &'a str,
    pub secret: &'a [u8; 32],
    pub commitment: &'a [u8; 32],
    pub await_salt: bool,
    pub begun_at: i64,
    pub schedule: &'a str,
    pub next_due: i64,
}

const COLUMNS: &str = "number, name, map, rules, secret, salt, commitment, state, reason, begun_at, schedule, next_due, \
                       ruleset";

fn read(row: &Row<'_>) -> rusqlite::Result<(War, String)> {
    let state: String = row.get(7)?;
    let war = War {
        number: row.get(0)?,
        name: row.get(1)?,
        ruleset: match row.get_ref(12)?.as_str()? {
            "dobyvatele" => Ruleset::Dobyvatele,
            _ => Ruleset::Guerra,
        },
        map: row.get::<_, Option<_>>(2)?.unwrap_or_default(),
        rules: row.get(3)?,
        secret: row.get::<_, Option<_>>(4)?.unwrap_or_default(),
        salt: row.get(5)?,
        commitment: row.get::<_, Option<_>>(6)?.unwrap_or_default(),
        state: WarState::Running,
        reason: row.get(8)?,
        begun_at: row.get(9)?,
        schedule: row.get(10)?,
        next_due: row.get(11)?,
    };
    Ok((war, state))
}

fn finish((war, state): (War, String)) -> Result<War, StoreError> {
    Ok(War { state: state.parse()?, ..war })
}

impl Store {
    /// The war of this number, or the newest; none if there is none.
    pub fn war(&self, number: Option<u32>) -> Result<Option<War>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM wars WHERE ?1 IS NULL OR number = ?1 ORDER BY number DESC LIMIT 1"
        );
        self.connection.query_row(&sql, [number], read).optional()?.map(finish).transpose()
    }

    /// All wars, oldest first.
    pub fn wars(&self) -> Result<Vec<War>, StoreError> {
        let mut query = self.connection.prepare(&format!("SELECT {COLUMNS} FROM wars ORDER BY number"))?;
        let rows = query.query_map([], read)?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(finish).collect()
    }
}

impl Transaction<'_> {
    /// Writes a war and gives it the next number.
    pub fn begin_war(&self, war: &NewWar<'_>) -> Result<u32, StoreError> {
        let state = if war.await_salt { WarState::AwaitingSalt } else { WarState::Running };
        self.0.execute(
            "INSERT INTO wars (name, ruleset, map, rules, secret, commitment, state, begun_at, schedule, next_due)
             VALUES (?1, 'guerra', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            (
                war.name,
                war.map,
                war.rules,
                war.secret,
                war.commitment,
                state.text(),
                war.begun_at,
                war.schedule,
                war.next_due,
            ),
        )?;
        Ok(self.0.last_insert_rowid() as u32)
    }

    /// Moves a war to another state, with a reason if it is halted.
    pub fn set_state(&self, war: u32, state: WarState, reason: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE wars SET state = ?2, reason = ?3 WHERE number = ?1";
        self.0.execute(sql, (war, state.text(), reason))?;
        Ok(())
    }

    /// The state of a war as this transaction sees it.
    pub fn state(&self, war: u32) -> Result<WarState, StoreError> {
        let sql = "SELECT state FROM wars WHERE number = ?1";
        self.0.query_row(sql, [war], |r| r.get::<_, String>(0))?.parse()
    }

    /// Gives a waiting war its salt; it runs from then on.
    pub fn set_salt(&self, war: u32, salt: &str) -> Result<(), StoreError> {
        let sql =
            "UPDATE wars SET salt = ?2, state = 'running' WHERE number = ?1 AND state = 'awaiting_salt'";
        self.0.execute(sql, (war, salt))?;
        Ok(())
    }

    /// Says when the next turn is due, and by which schedule.
    pub fn set_due(&self, war: u32, schedule: &str, next_due: i64) -> Result<(), StoreError> {
        let sql = "UPDATE wars SET schedule = ?2, next_due = ?3 WHERE number = ?1";
        self.0.execute(sql, (war, schedule, next_due))?;
        Ok(())
    }
}
