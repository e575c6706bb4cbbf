-- A document that is too large for an e-mail is served by a link: this one document, for 14 days, until it is revoked.
CREATE TABLE mailed_links (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  -- the token is never stored, only its SHA-256: a copy of this table opens nothing
  token_hash TEXT NOT NULL,
  title TEXT NOT NULL,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  sender_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;
CREATE UNIQUE INDEX mailed_links_by_token ON mailed_links (show_id, token_hash);
CREATE INDEX mailed_links_by_document ON mailed_links (show_id, document_id, created_at);
CREATE INDEX mailed_links_by_expiry ON mailed_links (expires_at);

-- How much somebody has mailed within the hour.
CREATE INDEX outbox_mailed ON outbox (show_id, created_at) WHERE kind = 'email-pdf';

-- What digests have still to tell.
CREATE INDEX digest_items_open ON digest_items (show_id, user_id, type) WHERE sent_at IS NULL;
