-- Approvers who are replaced in place. A preview that is not started within a day is removed.
CREATE TABLE replacements (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  former_id TEXT NOT NULL,
  former_name TEXT NOT NULL,
  replacement_id TEXT NOT NULL,
  replacement_name TEXT NOT NULL,
  replacement_initials TEXT NOT NULL,
  -- null: all flows of `types`
  template_id TEXT,
  types TEXT NOT NULL CHECK (json_valid(types)),
  state TEXT NOT NULL CHECK (state IN ('PREVIEW', 'RUNNING', 'DONE', 'FAILED')),
  -- flows and totals of the preview
  preview TEXT NOT NULL CHECK (json_valid(preview)),
  requested_by_id TEXT NOT NULL,
  requested_by_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX replacements_by_former ON replacements (show_id, former_id, created_at);
CREATE UNIQUE INDEX replacements_running ON replacements (show_id, former_id) WHERE state = 'RUNNING';
CREATE INDEX replacements_unstarted ON replacements (created_at) WHERE state = 'PREVIEW';

-- The documents of a replacement: what the preview said of their open steps (null: not in the preview), and the result.
CREATE TABLE replacement_items (
  show_id TEXT NOT NULL,
  replacement_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  preview TEXT CHECK (preview IS NULL OR json_valid(preview)),
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  PRIMARY KEY (show_id, replacement_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX replacement_items_by_document ON replacement_items (document_id);
