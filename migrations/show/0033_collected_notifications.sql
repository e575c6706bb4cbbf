-- After an e-mail to a user, further notifications of ten minutes are collected into one (DEC-161).
CREATE TABLE notification_windows (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  -- the job that opened it, whose retries may still send
  job_id TEXT NOT NULL,
  PRIMARY KEY (show_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE collected_notifications (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  event TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('PO', 'INVOICE', 'PAYMENT')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (show_id, user_id, document_id, version, event)
) STRICT, WITHOUT ROWID;

-- What is collected for an approval that is taken back is dropped.
CREATE INDEX collected_notifications_by_document ON collected_notifications (show_id, document_id);
