-- Who somebody is at the identity provider, what browser a session is of, and authenticators that are being replaced.

-- Bound at the first sign-in: an e-mail address may be given to somebody else, a subject of an issuer never is.
ALTER TABLE users ADD COLUMN provider_issuer TEXT;
ALTER TABLE users ADD COLUMN provider_subject TEXT;
CREATE UNIQUE INDEX users_by_subject ON users (provider_issuer, provider_subject) WHERE provider_subject IS NOT NULL;

-- What the browser called itself when it signed in.
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';

-- One kind more. What was under way at this moment, a quarter of an hour at most, begins anew.
DROP TABLE pending_sign_ins;
CREATE TABLE pending_sign_ins (
  token_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('PROVIDER', 'SECOND_FACTOR', 'REPLACEMENT')),
  user_id TEXT REFERENCES users (id),
  return_to TEXT NOT NULL,
  secret TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  CHECK ((kind = 'PROVIDER') = (user_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_of_user ON pending_sign_ins (user_id) WHERE user_id IS NOT NULL;
