-- What was decided under a cover: the absent approver gets the list when it ends.
CREATE TABLE cover_decisions (
  show_id TEXT NOT NULL,
  cover_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  event_seq INTEGER NOT NULL,
  action TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (show_id, cover_id, document_id, event_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX cover_decisions_by_document ON cover_decisions (document_id);
