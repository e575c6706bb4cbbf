-- One box finds any document of a show: parts of numbers, vendor names and descriptions, three letters or more.
CREATE TABLE search_rows (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE
) STRICT;

-- `show` holds the show's id between angle brackets, which no id contains: so a search walks one show only.
CREATE VIRTUAL TABLE search_text USING fts5(
  show, number, words,
  content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

INSERT INTO search_rows (document_id) SELECT id FROM documents ORDER BY created_at, id;
INSERT INTO search_text (rowid, show, number, words)
  SELECT r.id, '<' || d.show_id || '>', d.number, d.vendor_name || ' ' || d.description
  FROM search_rows r JOIN documents d ON d.id = r.document_id;

CREATE TRIGGER documents_searchable AFTER INSERT ON documents BEGIN
  INSERT INTO search_rows (document_id) VALUES (new.id);
  INSERT INTO search_text (rowid, show, number, words)
    SELECT id, '<' || new.show_id || '>', new.number, new.vendor_name || ' ' || new.description
    FROM search_rows WHERE document_id = new.id;
END;

CREATE TRIGGER documents_searched_anew AFTER UPDATE OF number, vendor_name, description ON documents
WHEN old.number <> new.number OR old.vendor_name <> new.vendor_name OR old.description <> new.description
BEGIN
  UPDATE search_text
    SET show = '<' || new.show_id || '>', number = new.number, words = new.vendor_name || ' ' || new.description
    WHERE rowid = (SELECT id FROM search_rows WHERE document_id = new.id);
END;

CREATE TRIGGER documents_forgotten AFTER DELETE ON documents BEGIN
  DELETE FROM search_text WHERE rowid = (SELECT id FROM search_rows WHERE document_id = old.id);
  DELETE FROM search_rows WHERE document_id = old.id;
END;
