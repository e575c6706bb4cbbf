-- The answer of the budget that an e-mail with a link to approve has, so that the page names a change (BUD-39); NULL: none.
ALTER TABLE approval_links ADD COLUMN budget_answer TEXT;
