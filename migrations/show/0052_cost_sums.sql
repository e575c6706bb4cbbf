-- Costs by day, by account and by every other code of a line, so that a cost report as of any day reads sums of days and
-- months, and no movements (REPORT-02).

-- The department and the codes of the line other than its account, of committed and invoiced amounts; NULL: counted
-- before this migration.
ALTER TABLE budget_movements ADD COLUMN coding TEXT;
CREATE INDEX budget_movements_to_sum ON budget_movements (show_id, owner_id) WHERE coding IS NULL;
-- What counts for the codes that most shows use.
CREATE INDEX budget_movements_by_department ON budget_movements (show_id, coding ->> 'department', document_id)
  WHERE measure IN ('COMMITTED', 'INVOICED') AND coding ->> 'department' IS NOT NULL;
CREATE INDEX budget_movements_by_set ON budget_movements (show_id, coding ->> 'SET', document_id)
  WHERE measure IN ('COMMITTED', 'INVOICED') AND coding ->> 'SET' IS NOT NULL;
CREATE INDEX budget_movements_by_episode ON budget_movements (show_id, coding ->> 'EPISODE', document_id)
  WHERE measure IN ('COMMITTED', 'INVOICED') AND coding ->> 'EPISODE' IS NOT NULL;

CREATE TABLE cost_sums (
  show_id TEXT NOT NULL,
  -- ACCOUNT, department, or another type of code
  dimension TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  -- MONTH: span is YYYY-MM; DAY: YYYY-MM-DD
  grain TEXT NOT NULL,
  span TEXT NOT NULL,
  code TEXT NOT NULL,
  measure TEXT NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, dimension, currency_code, grain, span, code, measure)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER budget_movements_summed AFTER INSERT ON budget_movements
WHEN new.measure IN ('COMMITTED', 'INVOICED') AND new.coding IS NOT NULL BEGIN
  INSERT INTO cost_sums (show_id, dimension, currency_code, grain, span, code, measure, cents)
    SELECT new.show_id, d.dimension, new.currency_code, g.value, substr(new.effective_day, 1, iif(g.value = 'DAY', 10, 7)),
      d.code, new.measure, new.cents
    FROM (SELECT 'ACCOUNT' AS dimension, new.account AS code UNION ALL SELECT key, value FROM json_each(new.coding)) d
      CROSS JOIN json_each('["DAY","MONTH"]') g WHERE true
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
CREATE TRIGGER older_budget_movements_summed AFTER UPDATE OF coding ON budget_movements
WHEN new.measure IN ('COMMITTED', 'INVOICED') AND old.coding IS NULL AND new.coding IS NOT NULL BEGIN
  INSERT INTO cost_sums (show_id, dimension, currency_code, grain, span, code, measure, cents)
    SELECT new.show_id, d.dimension, new.currency_code, g.value, substr(new.effective_day, 1, iif(g.value = 'DAY', 10, 7)),
      d.code, new.measure, new.cents
    FROM (SELECT 'ACCOUNT' AS dimension, new.account AS code UNION ALL SELECT key, value FROM json_each(new.coding)) d
      CROSS JOIN json_each('["DAY","MONTH"]') g WHERE true
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
-- A show that leaves a shard loses its sums before its movements: this changes sums, and never adds any.
CREATE TRIGGER budget_movements_unsummed AFTER DELETE ON budget_movements
WHEN old.measure IN ('COMMITTED', 'INVOICED') AND old.coding IS NOT NULL BEGIN
  UPDATE cost_sums SET cents = cents - old.cents
    WHERE show_id = old.show_id AND currency_code = old.currency_code AND measure = old.measure
      AND (dimension, code) IN (SELECT 'ACCOUNT', old.account UNION ALL SELECT key, value FROM json_each(old.coding))
      AND (grain, span) IN (VALUES ('DAY', old.effective_day), ('MONTH', substr(old.effective_day, 1, 7)));
END;

-- Older movements are summed in the background, with the recount of their documents.
UPDATE show_settings SET counted_to = '';
