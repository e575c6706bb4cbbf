-- Administrators see what could not be done, follow it to the request that it began with, and have histories verified.
ALTER TABLE outbox ADD COLUMN origin TEXT;
-- Somebody has seen that it failed, and that nothing more is to be done.
ALTER TABLE outbox ADD COLUMN dismissed_at TEXT;
CREATE INDEX outbox_failed ON outbox (show_id, done_at)
  WHERE done_at IS NOT NULL AND error IS NOT NULL AND dismissed_at IS NULL;

-- The last look at all the histories of a show, which goes on from page to page.
CREATE TABLE history_checks (
  show_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  -- the last document that was looked at
  after TEXT,
  documents INTEGER NOT NULL DEFAULT 0 CHECK (documents >= 0),
  events INTEGER NOT NULL DEFAULT 0 CHECK (events >= 0),
  -- how many things are not as they were written; the first of them are kept
  amiss INTEGER NOT NULL DEFAULT 0 CHECK (amiss >= 0),
  faults TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(faults)),
  finished_at TEXT
) STRICT;
