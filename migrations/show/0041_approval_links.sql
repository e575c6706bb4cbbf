-- Links of e-mails with which an approver decides one step of a document, once (LINK-06).
CREATE TABLE approval_links (
  show_id TEXT NOT NULL,
  -- the token is never stored, only its SHA-256: a copy of this table decides nothing
  token_hash TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  user_id TEXT NOT NULL,
  step_id TEXT NOT NULL,
  content_version INTEGER NOT NULL,
  -- the user's address and role when it was mailed: it ends when they change
  address TEXT NOT NULL,
  role TEXT NOT NULL,
  cover_id TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  -- a second use sets it to null, which fails the batch of its vote
  uses INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (show_id, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX approval_links_by_expiry ON approval_links (expires_at);
CREATE INDEX approval_links_by_document ON approval_links (document_id);
