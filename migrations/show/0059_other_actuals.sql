-- Payroll, petty cash, cards and journals by account and day, from files of accounting (ACTUAL-01). They count by
-- movements of their import, like documents.
CREATE TABLE actual_imports (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  file_name TEXT NOT NULL,
  file_hash TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  reversed_by TEXT,
  reversed_by_name TEXT,
  reversed_at TEXT,
  reason TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX actual_imports_by_number ON actual_imports (show_id, number);
-- The same file counts once.
CREATE UNIQUE INDEX actual_imports_in_force ON actual_imports (show_id, file_hash) WHERE reversed_at IS NULL;

CREATE TABLE other_actuals (
  show_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  row_number INTEGER NOT NULL,
  account TEXT NOT NULL,
  day TEXT NOT NULL,
  cents INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('PAYROLL', 'PETTY_CASH', 'CARD', 'JOURNAL', 'OTHER')),
  -- of the transaction in accounting
  number TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  -- the invoice of this show that counts already: the row is listed and does not count
  invoice_id TEXT,
  PRIMARY KEY (show_id, import_id, row_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX other_actuals_by_account ON other_actuals (show_id, account, day);
CREATE INDEX other_actuals_by_number ON other_actuals (show_id, number) WHERE number <> '';

-- The sums by day and month have other actuals, too.
DROP TRIGGER budget_movements_summed;
CREATE TRIGGER budget_movements_summed AFTER INSERT ON budget_movements
WHEN new.measure IN ('COMMITTED', 'INVOICED', 'OTHER_ACTUAL') AND new.coding IS NOT NULL BEGIN
  INSERT INTO cost_sums (show_id, dimension, currency_code, grain, span, code, measure, cents)
    SELECT new.show_id, d.dimension, new.currency_code, g.value, substr(new.effective_day, 1, iif(g.value = 'DAY', 10, 7)),
      d.code, new.measure, new.cents
    FROM (SELECT 'ACCOUNT' AS dimension, new.account AS code UNION ALL SELECT key, value FROM json_each(new.coding)) d
      CROSS JOIN json_each('["DAY","MONTH"]') g WHERE true
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
DROP TRIGGER budget_movements_unsummed;
CREATE TRIGGER budget_movements_unsummed AFTER DELETE ON budget_movements
WHEN old.measure IN ('COMMITTED', 'INVOICED', 'OTHER_ACTUAL') AND old.coding IS NOT NULL BEGIN
  UPDATE cost_sums SET cents = cents - old.cents
    WHERE show_id = old.show_id AND currency_code = old.currency_code AND measure = old.measure
      AND (dimension, code) IN (SELECT 'ACCOUNT', old.account UNION ALL SELECT key, value FROM json_each(old.coding))
      AND (grain, span) IN (VALUES ('DAY', old.effective_day), ('MONTH', substr(old.effective_day, 1, 7)));
END;
