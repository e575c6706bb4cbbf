-- A show that moves to another shard: while it has a row here, triggers that come with the row let nobody write to it.
-- There is no 0020: no file of that number was ever part of the product, and so no shard has one.
CREATE TABLE moving_shows (
  show_id TEXT PRIMARY KEY,
  -- LEAVING: all is refused; ARRIVING: rows are added; GONE: it lives elsewhere, and what is left here is removed
  state TEXT NOT NULL CHECK (state IN ('LEAVING', 'ARRIVING', 'GONE')),
  -- how often rows were added or removed: what proves the state in the batch that does it
  pages INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- A history is removed with the old copy of its show alone, after every event was found on the new shard.
DROP TRIGGER document_events_no_delete;
CREATE TRIGGER document_events_no_delete BEFORE DELETE ON document_events
WHEN NOT EXISTS (SELECT 1 FROM moving_shows WHERE show_id = OLD.show_id AND state = 'GONE')
BEGIN
  SELECT RAISE(ABORT, 'document_events is append-only');
END;
