-- The returns of a document in approval to an earlier step that have not ended, the newest last; null before the first.
ALTER TABLE documents ADD COLUMN send_backs TEXT CHECK (send_backs IS NULL OR json_valid(send_backs));
-- The event that kept a vote when the document was sent back, or that restored it.
ALTER TABLE step_approvals ADD COLUMN kept_seq INTEGER;

-- A question is a note with an addressee, its answer a note that names it.
ALTER TABLE notes ADD COLUMN asked_id TEXT;
ALTER TABLE notes ADD COLUMN asked_name TEXT;
ALTER TABLE notes ADD COLUMN question_state TEXT CHECK (question_state IN ('OPEN', 'ANSWERED', 'WITHDRAWN', 'CLOSED'));
ALTER TABLE notes ADD COLUMN answered_id TEXT;
CREATE INDEX notes_open_questions ON notes (show_id, asked_id, document_id) WHERE question_state = 'OPEN';
CREATE INDEX notes_open_questions_by_document ON notes (document_id) WHERE question_state = 'OPEN';
