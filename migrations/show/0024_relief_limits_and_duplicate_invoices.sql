-- Steps that may approve relief beyond a line, and what finds invoices that look like another one.
ALTER TABLE workflow_template_steps ADD COLUMN may_approve_over_relief INTEGER NOT NULL DEFAULT 0
  CHECK (may_approve_over_relief IN (0, 1));
ALTER TABLE workflow_steps ADD COLUMN may_approve_over_relief INTEGER NOT NULL DEFAULT 0
  CHECK (may_approve_over_relief IN (0, 1));

-- The vendor's number as duplicates are compared by it; null until the sweep has normalized it (DEC-37).
ALTER TABLE invoices ADD COLUMN number_key TEXT;
ALTER TABLE invoices ADD COLUMN duplicate_reason TEXT NOT NULL DEFAULT '';
-- Of plain ASCII the database can do it; what has other characters is left to the sweep.
UPDATE invoices SET number_key = (
    SELECT replace(replace(replace(replace(replace(replace(replace(upper(d.number), ' ', ''), '-', ''), '_', ''), 'O', '0'), 'I', '1'), 'L', '1'), '|', '1')
    FROM documents d WHERE d.id = invoices.document_id)
  WHERE EXISTS (SELECT 1 FROM documents d WHERE d.id = invoices.document_id
    AND d.number NOT GLOB '*[^ -~]*' AND trim(d.number, ' -_') <> '');
CREATE INDEX invoices_by_number_key ON invoices (show_id, number_key);
CREATE INDEX invoices_to_normalize ON invoices (document_id) WHERE number_key IS NULL;

-- Nothing compares the number as it was typed any more.
DROP INDEX invoices_for_duplicates;
DROP INDEX invoices_for_duplicates_temporary;
-- The same file, uploaded for another invoice.
-- The hash leads: D1, which keeps no statistics, would else find files by their show alone.
CREATE INDEX files_by_content ON files (sha256, show_id);
