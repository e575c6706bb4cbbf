-- A list of one state, or of few, walks these documents alone, in the order of their numbers. By state an index of any order
-- stepped over all the others. The state stands before the type, and the index holds no
-- more than it must, so that no list of every state is led through here.
DROP INDEX documents_by_status;
CREATE INDEX documents_in_state ON documents (show_id, status, type, number_sort, id);

-- Vendors, permanent and temporary, are found by any part of their name of three letters or more.
CREATE TABLE vendor_rows (
  id INTEGER PRIMARY KEY,
  vendor_id TEXT NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE vendor_text USING fts5(
  show, name,
  content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

INSERT INTO vendor_rows (vendor_id) SELECT id FROM vendors UNION ALL SELECT id FROM temporary_vendors;
INSERT INTO vendor_text (rowid, show, name)
  SELECT r.id, '<' || v.show_id || '>', v.name FROM vendor_rows r JOIN vendors v ON v.id = r.vendor_id
  UNION ALL SELECT r.id, '<' || v.show_id || '>', v.name FROM vendor_rows r JOIN temporary_vendors v ON v.id = r.vendor_id;

CREATE TRIGGER vendors_searchable AFTER INSERT ON vendors BEGIN
  INSERT INTO vendor_rows (vendor_id) VALUES (new.id);
  INSERT INTO vendor_text (rowid, show, name)
    SELECT id, '<' || new.show_id || '>', new.name FROM vendor_rows WHERE vendor_id = new.id;
END;
CREATE TRIGGER vendors_renamed AFTER UPDATE OF name ON vendors WHEN old.name <> new.name COLLATE BINARY BEGIN
  UPDATE vendor_text SET show = '<' || new.show_id || '>', name = new.name
    WHERE rowid = (SELECT id FROM vendor_rows WHERE vendor_id = new.id);
END;
CREATE TRIGGER vendors_forgotten AFTER DELETE ON vendors BEGIN
  DELETE FROM vendor_text WHERE rowid = (SELECT id FROM vendor_rows WHERE vendor_id = old.id);
  DELETE FROM vendor_rows WHERE vendor_id = old.id;
END;

CREATE TRIGGER temporary_vendors_searchable AFTER INSERT ON temporary_vendors BEGIN
  INSERT INTO vendor_rows (vendor_id) VALUES (new.id);
  INSERT INTO vendor_text (rowid, show, name)
    SELECT id, '<' || new.show_id || '>', new.name FROM vendor_rows WHERE vendor_id = new.id;
END;
CREATE TRIGGER temporary_vendors_renamed AFTER UPDATE OF name ON temporary_vendors
WHEN old.name <> new.name COLLATE BINARY
BEGIN
  UPDATE vendor_text SET show = '<' || new.show_id || '>', name = new.name
    WHERE rowid = (SELECT id FROM vendor_rows WHERE vendor_id = new.id);
END;
CREATE TRIGGER temporary_vendors_forgotten AFTER DELETE ON temporary_vendors BEGIN
  DELETE FROM vendor_text WHERE rowid = (SELECT id FROM vendor_rows WHERE vendor_id = old.id);
  DELETE FROM vendor_rows WHERE vendor_id = old.id;
END;
