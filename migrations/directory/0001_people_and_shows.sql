-- Who: people, their credentials and sessions, studios, shows (with the shard each lives on) and memberships.
CREATE TABLE studios (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  division TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE shows (
  id TEXT PRIMARY KEY CHECK (id NOT GLOB '*[^a-z0-9]*' AND length(id) BETWEEN 4 AND 12),
  studio_id TEXT NOT NULL REFERENCES studios (id),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  license TEXT NOT NULL,
  shard INTEGER NOT NULL CHECK (shard >= 0),
  accounting_system TEXT NOT NULL CHECK (accounting_system IN ('SA', 'V5', 'GV')),
  -- JSON array of feature codes: APPA, APIA
  features TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(features)),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX shows_by_studio ON shows (studio_id, name);

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  initials TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  local_user INTEGER NOT NULL DEFAULT 1 CHECK (local_user IN (0, 1)),
  -- scrypt$N$r$p$salt$hash for local users; null for users of the identity provider
  password_hash TEXT,
  mfa_enabled INTEGER NOT NULL DEFAULT 0 CHECK (mfa_enabled IN (0, 1)),
  mfa_secret TEXT,
  email_notifications INTEGER NOT NULL DEFAULT 1 CHECK (email_notifications IN (0, 1)),
  consolidate_po_emails INTEGER NOT NULL DEFAULT 0 CHECK (consolidate_po_emails IN (0, 1)),
  consolidate_payment_emails INTEGER NOT NULL DEFAULT 0 CHECK (consolidate_payment_emails IN (0, 1)),
  consolidate_invoice_emails INTEGER NOT NULL DEFAULT 0 CHECK (consolidate_invoice_emails IN (0, 1)),
  date_format TEXT CHECK (date_format IN ('MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD')),
  created_at TEXT NOT NULL
) STRICT;

-- A person's place in one show: role, visibility and toggles.
CREATE TABLE memberships (
  show_id TEXT NOT NULL REFERENCES shows (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('PO Creator', 'Invoice Creator', 'PO & Invoice Creator', 'Approver', 'Show Admin', 'Studio Admin', 'EP Internal')),
  purchase_order_visibility TEXT NOT NULL DEFAULT 'CREATED_BY_THIS_USER' CHECK (purchase_order_visibility IN ('CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL')),
  invoice_visibility TEXT NOT NULL DEFAULT 'CREATED_BY_THIS_USER' CHECK (invoice_visibility IN ('CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL')),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  invoice_module_visible INTEGER NOT NULL DEFAULT 0 CHECK (invoice_module_visible IN (0, 1)),
  payment_module_visible INTEGER NOT NULL DEFAULT 0 CHECK (payment_module_visible IN (0, 1)),
  send_unapproved_purchase_orders INTEGER NOT NULL DEFAULT 0 CHECK (send_unapproved_purchase_orders IN (0, 1)),
  display_po_numbers TEXT CHECK (display_po_numbers IN ('SAVED_AS_DRAFT', 'SUBMITTED_FOR_APPROVAL', 'FIRST_APPROVAL', 'SPECIAL_APPROVAL', 'FULL_APPROVAL')),
  special_approver INTEGER NOT NULL DEFAULT 0 CHECK (special_approver IN (0, 1)),
  void_po INTEGER NOT NULL DEFAULT 0 CHECK (void_po IN (0, 1)),
  void_invoice INTEGER NOT NULL DEFAULT 0 CHECK (void_invoice IN (0, 1)),
  PRIMARY KEY (show_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_user ON memberships (user_id, show_id);

CREATE TABLE recent_shows (
  user_id TEXT NOT NULL REFERENCES users (id),
  show_id TEXT NOT NULL REFERENCES shows (id),
  viewed_at TEXT NOT NULL,
  PRIMARY KEY (user_id, show_id)
) STRICT, WITHOUT ROWID;

-- The cookie is never stored, only its SHA-256: a copy of this table opens nothing.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  csrf_token TEXT NOT NULL,
  selected_show_id TEXT REFERENCES shows (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE countries (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE regions (
  id TEXT PRIMARY KEY,
  country_id TEXT NOT NULL REFERENCES countries (id),
  name TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX regions_by_country ON regions (country_id, name);

-- Digest runs: one per Pacific day, whatever the number of cron calls.
CREATE TABLE digest_days (
  local_day TEXT PRIMARY KEY,
  started_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
