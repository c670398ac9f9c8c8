-- The caption's language, fixed with it.
ALTER TABLE posts ADD COLUMN language TEXT NOT NULL DEFAULT 'it';

-- How often it was sent again although nobody could tell whether it was out.
ALTER TABLE posts ADD COLUMN resent INTEGER NOT NULL DEFAULT 0;

-- When a network last took a post: the gap to the next counts from there.
CREATE INDEX posts_sent ON posts (network, sent_at) WHERE sent_at IS NOT NULL;

-- After a restore: from this time on the network may hold posts that this database knows nothing of.
ALTER TABLE networks ADD COLUMN doubt_from INTEGER;
-- The last turn that the database before it had, if that could still be read.
ALTER TABLE networks ADD COLUMN doubt_turn INTEGER;

-- A login that lasts, so that no post needs one of its own.
CREATE TABLE sessions (
    network TEXT PRIMARY KEY,
    account TEXT NOT NULL,          -- the server and the account it is for
    tokens  TEXT NOT NULL
) STRICT;
