-- Lines of approved orders of which nothing more is committed, with when and by whom they were closed (BUD-55).
ALTER TABLE document_lines ADD COLUMN closed_at TEXT;
ALTER TABLE document_lines ADD COLUMN closed_by TEXT CHECK ((closed_by IS NULL) = (closed_at IS NULL));
