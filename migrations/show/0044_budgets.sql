-- The budgets of a show. A locked budget never changes: transfers and overages are added to its lines.
CREATE TABLE budgets (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('WORKING', 'LOCKED')),
  currency_code TEXT NOT NULL,
  -- increases with each change
  revision INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_by_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  locked_by TEXT,
  locked_by_name TEXT,
  locked_at TEXT,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX budgets_by_number ON budgets (show_id, number);

-- The amounts by account code, in cents.
CREATE TABLE budget_lines (
  show_id TEXT NOT NULL,
  budget_id TEXT NOT NULL,
  account TEXT NOT NULL,
  position INTEGER NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('ACCOUNT', 'FRINGES', 'CONTINGENCY')),
  original_cents INTEGER NOT NULL,
  transfer_cents INTEGER NOT NULL DEFAULT 0,
  overage_cents INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (show_id, budget_id, account)
) STRICT, WITHOUT ROWID;

-- The history of a budget. The revision is the lock: of two changes of the same revision, the second fails.
CREATE TABLE budget_changes (
  show_id TEXT NOT NULL,
  budget_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('CREATED', 'AMOUNT', 'LOCKED', 'TRANSFER', 'OVERAGE')),
  reason TEXT NOT NULL DEFAULT '',
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  -- accounts with the change and the final budget after it, in cents
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  PRIMARY KEY (show_id, budget_id, revision)
) STRICT, WITHOUT ROWID;
