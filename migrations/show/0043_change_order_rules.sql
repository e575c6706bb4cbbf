-- Which amount decides for a change order on a workflow, and what the document's own copy was planned by (CHANGE-01).
ALTER TABLE workflow_templates ADD COLUMN change_rule TEXT NOT NULL DEFAULT 'NEW_TOTAL'
  CHECK (change_rule IN ('NEW_TOTAL', 'CHANGE', 'CHANGE_OVER_PERCENT'));
ALTER TABLE workflow_templates ADD COLUMN change_percent_hundredths INTEGER
  CHECK ((change_rule = 'CHANGE_OVER_PERCENT') = (change_percent_hundredths IS NOT NULL));
ALTER TABLE workflows ADD COLUMN change_order TEXT CHECK (change_order IS NULL OR json_valid(change_order));

-- The approved amounts of a line that the open change order lowers: until it is approved, invoices count against these.
ALTER TABLE document_lines ADD COLUMN approved_amounts TEXT
  CHECK (approved_amounts IS NULL OR json_valid(approved_amounts));
