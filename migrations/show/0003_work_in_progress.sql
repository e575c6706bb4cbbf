-- Work that must happen and be found again: outbox, repeated requests, PDF tasks, bulk runs, digests.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  document_id TEXT,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  -- what the receiver sees: the same effect never happens twice
  effect_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  done_at TEXT,
  error TEXT
) STRICT;
CREATE UNIQUE INDEX outbox_effects ON outbox (show_id, effect_key);
CREATE INDEX outbox_open ON outbox (created_at) WHERE done_at IS NULL;

CREATE TABLE idempotency (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (show_id, user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

CREATE TABLE pdf_tasks (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  user_id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'in_progress' CHECK (status IN ('in_progress', 'success', 'error')),
  event_type TEXT CHECK (event_type IN ('PDF_GENERATED', 'MERGED_ATTACHMENTS_TO_PDF')),
  request TEXT NOT NULL CHECK (json_valid(request)),
  file_name TEXT,
  error TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX pdf_tasks_open ON pdf_tasks (created_at) WHERE status = 'in_progress';

CREATE TABLE bulk_runs (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('in_progress', 'success', 'error', 'canceled')),
  is_retry INTEGER NOT NULL DEFAULT 0 CHECK (is_retry IN (0, 1)),
  total INTEGER NOT NULL CHECK (total >= 0),
  time_zone TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX bulk_runs_open ON bulk_runs (created_at) WHERE status = 'in_progress';

CREATE TABLE bulk_items (
  show_id TEXT NOT NULL,
  run_id TEXT NOT NULL REFERENCES bulk_runs (id),
  position INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  step_id TEXT NOT NULL,
  -- null: not yet tried
  result TEXT CHECK (result IN ('success', 'failed')),
  code TEXT,
  message TEXT,
  PRIMARY KEY (show_id, run_id, position)
) STRICT, WITHOUT ROWID;

-- What a user's next digest will list (DEC-58).
CREATE TABLE digest_items (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('PO', 'INVOICE', 'PAYMENT')),
  document_id TEXT NOT NULL,
  event_seq INTEGER NOT NULL,
  event TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT,
  PRIMARY KEY (show_id, user_id, type, document_id, event_seq)
) STRICT, WITHOUT ROWID;
