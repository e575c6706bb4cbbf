-- An archive that somebody stops is one that failed, with who it was.
ALTER TABLE archives ADD COLUMN cancelled_by TEXT;
