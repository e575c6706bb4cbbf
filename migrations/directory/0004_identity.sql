-- Identity: sign-ins under way, links to set a password, second factors, and failures counted for every instance.

-- Belongs to whoever runs Backlot: may create shows while a member of none.
ALTER TABLE users ADD COLUMN is_internal INTEGER NOT NULL DEFAULT 0 CHECK (is_internal IN (0, 1));
ALTER TABLE users DROP COLUMN mfa_secret;

-- Sealed; only sessions of the identity provider have one, and only its logout needs it.
ALTER TABLE sessions ADD COLUMN id_token TEXT;

-- Between the click and the answer of the identity provider, or between password and second factor. The cookie is
-- stored hashed, and what must be remembered (state, nonce, verifier; a secret being enrolled) is sealed.
CREATE TABLE pending_sign_ins (
  token_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('PROVIDER', 'SECOND_FACTOR')),
  user_id TEXT REFERENCES users (id),
  return_to TEXT NOT NULL,
  secret TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  CHECK ((kind = 'SECOND_FACTOR') = (user_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- The link is mailed, and of its token only the SHA-256 stays here. One that was used is deleted.
CREATE TABLE password_links (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_links_by_user ON password_links (user_id, created_at);
CREATE INDEX password_links_by_expiry ON password_links (expires_at);

-- The sealed secret of a person's authenticator, and the last 30-second step whose code was taken: none counts twice.
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  enrolled_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Each opens once, and is deleted by it.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Whoever switches the second factor off, for a lost telephone say, makes the next sign-in begin anew with it.
CREATE TRIGGER second_factor_off AFTER UPDATE OF mfa_enabled ON users WHEN NEW.mfa_enabled = 0
BEGIN
  DELETE FROM second_factors WHERE user_id = NEW.id;
  DELETE FROM recovery_codes WHERE user_id = NEW.id;
END;

-- Attempts since the last success. `subject` is a hash: what is typed into a field of names may be a password.
CREATE TABLE sign_in_attempts (
  subject TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL,
  waits_until TEXT NOT NULL,
  forgotten_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_by_end ON sign_in_attempts (forgotten_at);
