-- Steps that apply only to documents that take an account over budget, and the reason of such a submit (BUD-28, BUD-30).
ALTER TABLE workflow_template_steps ADD COLUMN over_budget_unit TEXT CHECK (over_budget_unit IN ('AMOUNT', 'PERCENT'));
ALTER TABLE workflow_template_steps ADD COLUMN over_budget_limit INTEGER
  CHECK ((over_budget_unit IS NULL) = (over_budget_limit IS NULL));
ALTER TABLE workflow_templates ADD COLUMN requires_budget_reason INTEGER NOT NULL DEFAULT 0;

ALTER TABLE workflow_steps ADD COLUMN over_budget_unit TEXT;
ALTER TABLE workflow_steps ADD COLUMN over_budget_limit INTEGER;
ALTER TABLE workflows ADD COLUMN budget_reason TEXT;
