-- Votes and events name the content that they were given for; '' is content that no event has sealed yet.
ALTER TABLE documents ADD COLUMN content_version INTEGER NOT NULL DEFAULT 1 CHECK (content_version >= 1);
ALTER TABLE documents ADD COLUMN content_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX documents_unsealed ON documents (show_id, id) WHERE content_hash = '';
ALTER TABLE step_approvals ADD COLUMN content_version INTEGER NOT NULL DEFAULT 1 CHECK (content_version >= 1);
