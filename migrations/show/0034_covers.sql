-- Who decides for an absent approver, and when. Instants are those of the days in the show's time zone.
CREATE TABLE covers (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  covering_id TEXT NOT NULL,
  covering_name TEXT NOT NULL,
  covering_initials TEXT NOT NULL,
  alternate_id TEXT,
  alternate_name TEXT,
  alternate_initials TEXT,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  types TEXT NOT NULL CHECK (json_valid(types)),
  limit_cents INTEGER,
  set_by_id TEXT NOT NULL,
  set_by_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- when it was cancelled or a member left; null while it runs to its last day
  ended_at TEXT,
  -- a decision under a cover that has ended sets it to null, which fails the batch
  decisions INTEGER NOT NULL DEFAULT 0,
  start_mailed_at TEXT,
  end_mailed_at TEXT,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX covers_by_end ON covers (show_id, ends_at);
-- upcoming and running covers, and those that ended within the hour: the cron mails their people
CREATE INDEX covers_to_mail ON covers (show_id, id) WHERE end_mailed_at IS NULL;

-- Who gave the vote on behalf of its approver, with the cover: JSON, null for an own vote.
ALTER TABLE step_approvals ADD COLUMN cast_by TEXT CHECK (cast_by IS NULL OR json_valid(cast_by));
