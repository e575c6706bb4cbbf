-- Passwords: an older hash is brought to the present cost at sign-in, and links that were asked for are counted by why.

-- The same password hashed again is no new password: its owner's API tokens stay.
ALTER TABLE users ADD COLUMN rehashed_at TEXT;

DROP TRIGGER api_tokens_of_a_former_password;
CREATE TRIGGER api_tokens_of_a_former_password AFTER UPDATE OF password_hash ON users
WHEN NEW.rehashed_at IS OLD.rehashed_at
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.id;
END;

-- Anybody may ask for a link of the second kind, which must not use up what an administrator may send.
ALTER TABLE password_links ADD COLUMN reason TEXT NOT NULL DEFAULT 'INVITED'
  CHECK (reason IN ('INVITED', 'FORGOTTEN'));
