-- People known to a studio by its own description, and the change to another secret of the deployment.

-- How the shows of a studio call a person whose account is of another studio: as they were described when they were added.
ALTER TABLE memberships ADD COLUMN described_as TEXT CHECK (described_as IS NULL OR json_type(described_as) = 'object');

-- The same authenticator sealed under another secret is no other one: its owner's API tokens stay.
ALTER TABLE second_factors ADD COLUMN resealed_at TEXT;

DROP TRIGGER api_tokens_of_a_former_authenticator;
CREATE TRIGGER api_tokens_of_a_former_authenticator AFTER UPDATE OF secret ON second_factors
WHEN NEW.resealed_at IS OLD.resealed_at
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.user_id;
END;

-- A row: IDENTITY_SECRET must be long. A deployment that has people already gets it when everything is sealed again.
CREATE TABLE long_secrets (
  name TEXT PRIMARY KEY CHECK (name = 'IDENTITY_SECRET'),
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO long_secrets (name, since)
  SELECT 'IDENTITY_SECRET', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE NOT EXISTS (SELECT 1 FROM users);
