-- A member whose role does not read budgets may still see them (DEC-251).
ALTER TABLE memberships ADD COLUMN read_budget INTEGER NOT NULL DEFAULT 0 CHECK (read_budget IN (0, 1));
