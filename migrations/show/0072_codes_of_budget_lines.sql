-- A line of a budget has an account and, if the show wants, a set, an episode, a location or a free field: `codes` is
-- JSON, by `codesText` of the domain (BUD-61). The key of a table cannot be changed in place.
CREATE TABLE coded_budget_lines (
  show_id TEXT NOT NULL,
  budget_id TEXT NOT NULL,
  account TEXT NOT NULL,
  codes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(codes)),
  position INTEGER NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('ACCOUNT', 'FRINGES', 'CONTINGENCY')),
  original_cents INTEGER NOT NULL,
  transfer_cents INTEGER NOT NULL DEFAULT 0,
  overage_cents INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (show_id, budget_id, account, codes)
) STRICT, WITHOUT ROWID;
INSERT INTO coded_budget_lines (show_id, budget_id, account, position, description, kind, original_cents,
    transfer_cents, overage_cents)
  SELECT show_id, budget_id, account, position, description, kind, original_cents, transfer_cents, overage_cents
  FROM budget_lines;
DROP TABLE budget_lines;
ALTER TABLE coded_budget_lines RENAME TO budget_lines;
