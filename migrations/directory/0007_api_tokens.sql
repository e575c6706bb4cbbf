-- Personal API tokens: what a program may do in its owner's name, where, until when, and on what day it last did.

CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY,
  -- SHA-256: the token itself is shown once and kept nowhere.
  token_hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes TEXT NOT NULL CHECK (json_type(scopes) = 'array' AND json_array_length(scopes) > 0),
  -- NULL: every show of its owner.
  show_id TEXT REFERENCES shows (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL CHECK (expires_at > created_at),
  used_day TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_of_user ON api_tokens (user_id, created_at);
CREATE INDEX api_tokens_by_expiry ON api_tokens (expires_at);

-- Whoever is deactivated has none from that moment on, by whatever way it came.
CREATE TRIGGER api_tokens_of_the_deactivated AFTER UPDATE OF is_active ON users WHEN NEW.is_active = 0
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.id;
END;

-- Who leaves a show loses those of that show, and with the last show all.
CREATE TRIGGER api_tokens_of_who_left AFTER UPDATE OF is_active ON memberships WHEN NEW.is_active = 0
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.user_id AND (
    show_id = NEW.show_id
    OR NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = NEW.user_id AND is_active = 1)
  );
END;

-- What somebody else may have made with a lost password or telephone goes with it.
CREATE TRIGGER api_tokens_of_a_former_password AFTER UPDATE OF password_hash ON users
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.id;
END;
CREATE TRIGGER api_tokens_of_a_former_authenticator AFTER UPDATE OF secret ON second_factors
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.user_id;
END;
-- Reset by an administrator, the authenticator is gone before there is another.
CREATE TRIGGER api_tokens_of_a_reset_authenticator AFTER DELETE ON second_factors
BEGIN
  DELETE FROM api_tokens WHERE user_id = OLD.user_id;
END;
