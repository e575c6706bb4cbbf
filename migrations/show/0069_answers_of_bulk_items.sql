-- What the budget gave when the user saw a document of a bulk approval; null when they saw nothing of it (BUD-52).
ALTER TABLE bulk_items ADD COLUMN budget_answer TEXT;
