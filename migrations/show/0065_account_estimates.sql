-- The estimated final cost of accounts (EFC-01). Rows are only added: the newest one of an account counts.
CREATE TABLE account_estimates (
  show_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  account TEXT NOT NULL,
  -- increases with each change of the account: of two changes of the same revision, the second fails
  revision INTEGER NOT NULL CHECK (revision > 0),
  -- null: the estimate is removed
  efc_cents INTEGER,
  -- from this day on
  day TEXT NOT NULL,
  reason TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (show_id, currency_code, account, revision)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_estimates_never_change BEFORE UPDATE ON account_estimates BEGIN
  SELECT RAISE(ABORT, 'account_estimates is append-only');
END;
