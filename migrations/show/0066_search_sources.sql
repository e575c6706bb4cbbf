-- The search finds documents by their lines, account codes, notes and files (VIEW-71): one row for each of these.
CREATE TABLE search_sources (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('LINE', 'NOTE', 'FILE')),
  source_id TEXT NOT NULL,
  UNIQUE (source_id, kind)
) STRICT;

-- Each row has text in the columns of its kind only; `show` as in search_text.
CREATE VIRTUAL TABLE source_text USING fts5(
  show, line, account, note, file,
  content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

-- The sweep indexes rows from before this migration, from the newest; `before_row` is the rowid that it has reached.
CREATE TABLE search_backfill (
  kind TEXT PRIMARY KEY,
  before_row INTEGER NOT NULL
) STRICT;
INSERT INTO search_backfill (kind, before_row)
  VALUES ('LINE', 9223372036854775807), ('NOTE', 9223372036854775807), ('FILE', 9223372036854775807);

CREATE TRIGGER line_sources_indexed AFTER INSERT ON search_sources WHEN new.kind = 'LINE' BEGIN
  INSERT INTO source_text (rowid, show, line, account, note, file)
    SELECT new.id, '<' || show_id || '>', description || ' ' || note, coalesce(coding ->> 'ACCOUNT', ''), '', ''
    FROM document_lines WHERE id = new.source_id;
END;
CREATE TRIGGER note_sources_indexed AFTER INSERT ON search_sources WHEN new.kind = 'NOTE' BEGIN
  INSERT INTO source_text (rowid, show, line, account, note, file)
    SELECT new.id, '<' || show_id || '>', '', '', content, '' FROM notes WHERE id = new.source_id;
END;
CREATE TRIGGER file_sources_indexed AFTER INSERT ON search_sources WHEN new.kind = 'FILE' BEGIN
  INSERT INTO source_text (rowid, show, line, account, note, file)
    SELECT new.id, '<' || show_id || '>', '', '', '', label FROM files WHERE id = new.source_id;
END;
CREATE TRIGGER sources_removed AFTER DELETE ON search_sources BEGIN
  DELETE FROM source_text WHERE rowid = old.id;
END;

CREATE TRIGGER lines_searchable AFTER INSERT ON document_lines BEGIN
  INSERT INTO search_sources (kind, source_id) VALUES ('LINE', new.id);
END;
CREATE TRIGGER lines_searched_anew AFTER UPDATE OF description, note, coding ON document_lines
WHEN old.description <> new.description OR old.note <> new.note
  OR coalesce(old.coding ->> 'ACCOUNT', '') <> coalesce(new.coding ->> 'ACCOUNT', '')
BEGIN
  DELETE FROM search_sources WHERE source_id = new.id AND kind = 'LINE';
  INSERT INTO search_sources (kind, source_id) VALUES ('LINE', new.id);
END;
CREATE TRIGGER lines_forgotten AFTER DELETE ON document_lines BEGIN
  DELETE FROM search_sources WHERE source_id = old.id AND kind = 'LINE';
END;

CREATE TRIGGER notes_searchable AFTER INSERT ON notes BEGIN
  INSERT INTO search_sources (kind, source_id) VALUES ('NOTE', new.id);
END;
CREATE TRIGGER notes_searched_anew AFTER UPDATE OF content ON notes WHEN old.content <> new.content BEGIN
  DELETE FROM search_sources WHERE source_id = new.id AND kind = 'NOTE';
  INSERT INTO search_sources (kind, source_id) VALUES ('NOTE', new.id);
END;
CREATE TRIGGER notes_forgotten AFTER DELETE ON notes BEGIN
  DELETE FROM search_sources WHERE source_id = old.id AND kind = 'NOTE';
END;

CREATE TRIGGER files_searchable AFTER INSERT ON files BEGIN
  INSERT INTO search_sources (kind, source_id) VALUES ('FILE', new.id);
END;
CREATE TRIGGER files_searched_anew AFTER UPDATE OF label ON files WHEN old.label <> new.label BEGIN
  DELETE FROM search_sources WHERE source_id = new.id AND kind = 'FILE';
  INSERT INTO search_sources (kind, source_id) VALUES ('FILE', new.id);
END;
CREATE TRIGGER files_forgotten AFTER DELETE ON files BEGIN
  DELETE FROM search_sources WHERE source_id = old.id AND kind = 'FILE';
END;
