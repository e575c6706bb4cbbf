-- Costs by location and free field, like those by set and episode (REPORT-03). The triggers of `cost_sums` add up every
-- code that movements have.
CREATE INDEX budget_movements_by_location ON budget_movements (show_id, coding ->> 'LOCATION', document_id)
  WHERE measure IN ('COMMITTED', 'INVOICED') AND coding ->> 'LOCATION' IS NOT NULL;
CREATE INDEX budget_movements_by_free_field ON budget_movements (show_id, coding ->> 'FREE_FIELD', document_id)
  WHERE measure IN ('COMMITTED', 'INVOICED') AND coding ->> 'FREE_FIELD' IS NOT NULL;

-- Older movements get these codes in the background, by a recount of their documents.
UPDATE show_settings SET counted_to = '';
