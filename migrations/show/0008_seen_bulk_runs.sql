-- A bulk approval is shown to its user until he has seen how it ended, whichever window he looks from.
ALTER TABLE bulk_runs ADD COLUMN seen_at TEXT;
UPDATE bulk_runs SET seen_at = finished_at WHERE finished_at IS NOT NULL;
CREATE INDEX bulk_runs_unseen ON bulk_runs (show_id, user_id, created_at) WHERE seen_at IS NULL;
