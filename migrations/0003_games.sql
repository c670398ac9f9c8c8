-- A game of Dobyvatelé, beside its row in wars: what it began with.
CREATE TABLE games (
    war        INTEGER PRIMARY KEY REFERENCES wars (number),
    opening    TEXT NOT NULL,       -- the state in which tick 0 is open, with its rules, as in a replay's header
    post_every INTEGER NOT NULL CHECK (post_every >= 0),
    fallback   TEXT NOT NULL CHECK (fallback IN ('stay', 'random', 'expand', 'guard', 'swarm')),
    seed       BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;

-- Who sits for a team; a seat is free again once its token is revoked.
CREATE TABLE teams (
    id         INTEGER PRIMARY KEY,
    war        INTEGER NOT NULL REFERENCES games (war),
    team       TEXT NOT NULL CHECK (team BETWEEN 'A' AND 'Z' AND length(team) = 1),
    name       TEXT NOT NULL,
    token      BLOB NOT NULL UNIQUE CHECK (length(token) = 32), -- its SHA-256
    since      INTEGER NOT NULL,    -- times are UTC milliseconds
    revoked_at INTEGER
) STRICT;

CREATE UNIQUE INDEX teams_seat ON teams (war, team) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX teams_name ON teams (war, name) WHERE revoked_at IS NULL;

-- A team's whole set for a tick, as it was acknowledged.
CREATE TABLE orders (
    war      INTEGER NOT NULL REFERENCES games (war),
    tick     INTEGER NOT NULL CHECK (tick >= 0),
    team     TEXT NOT NULL,
    at       INTEGER NOT NULL,      -- when its body was whole
    orders   TEXT NOT NULL,         -- {"12":"left"}
    accepted INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    PRIMARY KEY (war, tick, team)
) STRICT, WITHOUT ROWID;

-- A resolved tick; texts of JSON, packed by gzip.
CREATE TABLE ticks (
    war    INTEGER NOT NULL REFERENCES games (war),
    tick   INTEGER NOT NULL CHECK (tick >= 0),
    at     INTEGER NOT NULL,        -- when it was resolved
    orders BLOB NOT NULL,           -- as they were played, with those of the fallback
    state  BLOB NOT NULL,           -- after it, without the rules
    report BLOB NOT NULL,
    PRIMARY KEY (war, tick)
) STRICT;
