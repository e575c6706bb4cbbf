-- A bulk approval tells what it was asked for, and knows which ten of its items a message is about.
ALTER TABLE bulk_runs ADD COLUMN all_selected INTEGER NOT NULL DEFAULT 0 CHECK (all_selected IN (0, 1));
-- JSON: the list's filters when everything was selected
ALTER TABLE bulk_runs ADD COLUMN filters TEXT CHECK (filters IS NULL OR json_valid(filters));
-- 0: canceled before its turn
ALTER TABLE bulk_items ADD COLUMN batch INTEGER NOT NULL DEFAULT 1 CHECK (batch >= 0);
CREATE INDEX bulk_items_by_batch ON bulk_items (show_id, run_id, batch);
