-- A bulk run acts on one type of documents, and may submit, push or take back instead of approving (BULK-01, BULK-08).
ALTER TABLE bulk_runs ADD COLUMN doc_type TEXT NOT NULL DEFAULT 'PAYMENT'
  CHECK (doc_type IN ('PO', 'INVOICE', 'PAYMENT'));
ALTER TABLE bulk_runs ADD COLUMN action TEXT NOT NULL DEFAULT 'approve'
  CHECK (action IN ('approve', 'take-back', 'submit', 'push'));
-- The run whose votes this one takes back: at most one run does.
ALTER TABLE bulk_runs ADD COLUMN undo_of TEXT;
CREATE UNIQUE INDEX bulk_runs_of_undone ON bulk_runs (undo_of) WHERE undo_of IS NOT NULL;
