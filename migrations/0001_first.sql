-- A war's map is kept whole, so that a new file or a new program cannot bend a running war.
CREATE TABLE maps (
    digest  TEXT PRIMARY KEY,       -- SHA-256 of the integers, lower-case hex
    name    TEXT NOT NULL,
    source  BLOB NOT NULL,          -- the file as it was read
    "table" TEXT NOT NULL           -- the integers, as `map show --json`
) STRICT;

CREATE TABLE wars (
    number     INTEGER PRIMARY KEY, -- from 1
    name       TEXT NOT NULL,
    ruleset    TEXT NOT NULL CHECK (ruleset IN ('guerra', 'dobyvatele')),
    map        TEXT REFERENCES maps (digest),
    rules      TEXT NOT NULL,       -- the rules line
    secret     BLOB CHECK (length(secret) = 32),
    salt       TEXT,
    commitment BLOB CHECK (length(commitment) = 32),
    state      TEXT NOT NULL CHECK (state IN ('lobby', 'running', 'paused', 'awaiting_salt', 'over', 'halted')),
    reason     TEXT,                -- why it is halted
    begun_at   INTEGER NOT NULL,    -- times are UTC milliseconds
    schedule   TEXT,                -- the text that next_due came from
    next_due   INTEGER
) STRICT;

CREATE TABLE turns (
    war    INTEGER NOT NULL REFERENCES wars (number),
    number INTEGER NOT NULL CHECK (number >= 1),
    slot   INTEGER NOT NULL,        -- when it was due
    at     INTEGER NOT NULL,        -- when it was taken
    event  TEXT NOT NULL CHECK (event IN ('attack', 'rebellion')),
    actor  INTEGER NOT NULL,        -- factions and territories by their place in map order, from 0
    target INTEGER NOT NULL,
    loser  INTEGER NOT NULL,
    PRIMARY KEY (war, number)
) STRICT, WITHOUT ROWID;

-- One blob a distinct picture, deleted once all its posts are final.
CREATE TABLE pictures (
    digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
    png    BLOB NOT NULL
) STRICT;

CREATE TABLE posts (
    id         INTEGER PRIMARY KEY,
    war        INTEGER NOT NULL REFERENCES wars (number),
    turn       INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    network    TEXT NOT NULL,
    state      TEXT NOT NULL DEFAULT 'pending'
               CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'held', 'skipped')),
    not_before INTEGER NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    reason     TEXT,
    remote_id  TEXT,
    frozen_at  INTEGER,             -- caption, alt and picture never change from then on
    caption    TEXT,
    alt        TEXT,
    picture    BLOB REFERENCES pictures (digest),
    tried_at   INTEGER,             -- the first attempt
    sent_at    INTEGER,
    UNIQUE (war, turn, kind, network)
) STRICT;

CREATE INDEX posts_open ON posts (network, war, turn, id) WHERE state IN ('pending', 'sending', 'unknown');
CREATE INDEX posts_picture ON posts (picture) WHERE picture IS NOT NULL;

-- A pause belongs to a network, not to a post.
CREATE TABLE networks (
    name   TEXT PRIMARY KEY,
    kind   TEXT NOT NULL,
    paused TEXT                     -- why; NULL while it is active
) STRICT;
