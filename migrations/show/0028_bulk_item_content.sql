-- A bulk approval approves each item as the user saw it: the content version is frozen when the run is written (DEC-45).
ALTER TABLE bulk_items ADD COLUMN content_version INTEGER;
