-- Work is leased while somebody does it and rests before its next try; a file that anything holds is never swept.
-- Not before this instant; null: as soon as a message or the sweep comes by.
ALTER TABLE outbox ADD COLUMN next_attempt_at TEXT;
ALTER TABLE pdf_tasks ADD COLUMN next_attempt_at TEXT;

-- Finished PDFs are served for a day, and then go.
CREATE INDEX pdf_tasks_finished ON pdf_tasks (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX temporary_vendor_files_by_file ON temporary_vendor_files (show_id, file_id);

-- Files that were taken for free although a document, a vendor or a company held them.
UPDATE files SET linked_at = created_at
WHERE linked_at IS NULL AND (
  EXISTS (SELECT 1 FROM attachments a WHERE a.show_id = files.show_id AND a.file_id = files.id)
  OR EXISTS (SELECT 1 FROM temporary_vendor_files t WHERE t.show_id = files.show_id AND t.file_id = files.id)
  OR EXISTS (SELECT 1 FROM companies c WHERE c.show_id = files.show_id AND c.terms_file_id = files.id)
);
