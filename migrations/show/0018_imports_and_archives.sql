-- Purchase orders come in from files, each once, and a whole show goes out as an archive, part by part.
CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total > 0),
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX vendors_by_number ON vendors (show_id, number COLLATE NOCASE);
CREATE INDEX imports_open ON imports (created_at) WHERE finished_at IS NULL;

CREATE TABLE import_items (
  show_id TEXT NOT NULL,
  import_id TEXT NOT NULL REFERENCES imports (id),
  position INTEGER NOT NULL,
  -- where it begins in the file, and what it is called there
  file_row INTEGER NOT NULL,
  item_key TEXT NOT NULL,
  -- SHA-256 of everything that its rows say: the same is not imported again
  fingerprint TEXT NOT NULL,
  -- what is to be created; nothing any more once it is
  draft TEXT CHECK (draft IS NULL OR json_valid(draft)),
  document_id TEXT,
  code TEXT,
  PRIMARY KEY (show_id, import_id, position)
) STRICT, WITHOUT ROWID;
-- While it is to be created, and ever after; without a key the same row may well stand there twice, and mean two.
CREATE UNIQUE INDEX import_items_by_fingerprint ON import_items (show_id, fingerprint) WHERE code IS NULL AND item_key <> '';

-- Written in the batch that creates the document: whoever comes second creates nothing.
CREATE TRIGGER import_items_once BEFORE UPDATE OF document_id ON import_items
WHEN OLD.document_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'import item is done');
END;

CREATE TABLE archives (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('in_progress', 'ready', 'failed', 'removed')),
  -- documents in all when it was begun, and how many of them are in it
  total INTEGER NOT NULL CHECK (total >= 0),
  done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX archives_by_show ON archives (show_id, created_at);
CREATE UNIQUE INDEX archives_open ON archives (show_id) WHERE status = 'in_progress';
CREATE INDEX archives_to_remove ON archives (finished_at) WHERE status IN ('ready', 'failed');

CREATE TABLE archive_parts (
  show_id TEXT NOT NULL,
  archive_id TEXT NOT NULL REFERENCES archives (id),
  part INTEGER NOT NULL CHECK (part > 0),
  documents INTEGER NOT NULL CHECK (documents >= 0),
  size INTEGER NOT NULL CHECK (size > 0),
  PRIMARY KEY (show_id, archive_id, part)
) STRICT, WITHOUT ROWID;
