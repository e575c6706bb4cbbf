-- In a series, a line of a budget may be the pattern of an episode or the amort of the whole series (BUD-80).
ALTER TABLE budget_lines ADD COLUMN series TEXT CHECK (series IN ('PATTERN', 'AMORT'));
