-- What lines of documents in another currency than the base cost in their own, so that the cost report compares them with
-- the budgeted rates of the day on which it is read (BUD-91).

-- Of committed and invoiced amounts, beside `cents` in the base currency; NULL: not converted, or counted before this
-- migration.
ALTER TABLE budget_movements ADD COLUMN original_currency TEXT;
ALTER TABLE budget_movements ADD COLUMN original_cents INTEGER;

-- Both amounts by code, and by day and month as `cost_sums`.
CREATE TABLE foreign_cost_sums (
  show_id TEXT NOT NULL,
  dimension TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  original_currency TEXT NOT NULL,
  grain TEXT NOT NULL,
  span TEXT NOT NULL,
  code TEXT NOT NULL,
  original_cents INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, dimension, currency_code, original_currency, grain, span, code)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER foreign_movements_summed AFTER INSERT ON budget_movements WHEN new.original_currency IS NOT NULL BEGIN
  INSERT INTO foreign_cost_sums (show_id, dimension, currency_code, original_currency, grain, span, code, original_cents, cents)
    SELECT new.show_id, d.dimension, new.currency_code, new.original_currency, g.value,
      substr(new.effective_day, 1, iif(g.value = 'DAY', 10, 7)), d.code, new.original_cents, new.cents
    FROM (SELECT 'ACCOUNT' AS dimension, new.account AS code UNION ALL SELECT key, value FROM json_each(new.coding)) d
      CROSS JOIN json_each('["DAY","MONTH"]') g WHERE true
    ON CONFLICT DO UPDATE SET original_cents = original_cents + excluded.original_cents, cents = cents + excluded.cents;
END;
-- As for `cost_sums`: this changes sums, and never adds any.
CREATE TRIGGER foreign_movements_unsummed AFTER DELETE ON budget_movements WHEN old.original_currency IS NOT NULL BEGIN
  UPDATE foreign_cost_sums SET original_cents = original_cents - old.original_cents, cents = cents - old.cents
    WHERE show_id = old.show_id AND currency_code = old.currency_code AND original_currency = old.original_currency
      AND (dimension, code) IN (SELECT 'ACCOUNT', old.account UNION ALL SELECT key, value FROM json_each(old.coding))
      AND (grain, span) IN (VALUES ('DAY', old.effective_day), ('MONTH', substr(old.effective_day, 1, 7)));
END;

-- Documents of shows with a base currency are recounted in the background.
UPDATE show_settings SET counted_to = '' WHERE show_id IN (SELECT show_id FROM currency_changes);
