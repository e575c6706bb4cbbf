-- Shows on their way from one shard to another: how far each has come, so that whoever takes it up goes on from there.
CREATE TABLE show_moves (
  show_id TEXT PRIMARY KEY REFERENCES shows (id),
  from_shard INTEGER NOT NULL CHECK (from_shard >= 0),
  to_shard INTEGER NOT NULL CHECK (to_shard >= 0 AND to_shard <> from_shard),
  step TEXT NOT NULL CHECK (step IN ('FENCE', 'COPY', 'COMPARE', 'REST', 'REMOVE', 'DONE', 'UNDO')),
  keeps_old INTEGER NOT NULL DEFAULT 0 CHECK (keeps_old IN (0, 1)),
  -- JSON: where the comparison stands; null at its beginning
  position TEXT CHECK (position IS NULL OR json_valid(position)),
  asked_at TEXT NOT NULL,
  -- since when the show is found on its new shard
  flipped_at TEXT,
  -- nobody else goes on with it before; null: nobody has it
  leased_until TEXT,
  -- why it does not go on, for whoever looks
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX show_moves_open ON show_moves (asked_at) WHERE step <> 'DONE';
