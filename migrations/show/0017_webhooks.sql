-- A studio's own systems hear of document events: where they listen, and what came of each delivery.
CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 500),
  description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 200),
  events TEXT NOT NULL CHECK (json_valid(events)),
  document_types TEXT NOT NULL CHECK (json_valid(document_types)),
  is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  -- Sealed. For a day after it was rolled the one before it signs, too.
  secret TEXT NOT NULL,
  secret_since TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until TEXT,
  -- Since when nothing but failures came of it; null while it answers.
  failing_since TEXT,
  -- When it was disabled for that.
  given_up_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX webhook_endpoints_by_url ON webhook_endpoints (show_id, url);

-- What came of the last try of a delivery, which itself is an outbox entry with the same id.
CREATE TABLE webhook_answers (
  delivery_id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  -- Those before it was sent again by hand count, too.
  attempts INTEGER NOT NULL CHECK (attempts > 0),
  -- Null: no answer came.
  status_code INTEGER CHECK (status_code BETWEEN 100 AND 599),
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  answered_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Which endpoint hears what, beside the settings that every act reads anyway; null where nobody listens.
ALTER TABLE show_settings ADD COLUMN webhooks TEXT CHECK (webhooks IS NULL OR json_valid(webhooks));

CREATE INDEX outbox_webhooks ON outbox (show_id, payload ->> 'endpointId', id) WHERE kind = 'webhook';
CREATE INDEX outbox_webhooks_by_age ON outbox (created_at) WHERE kind = 'webhook';
