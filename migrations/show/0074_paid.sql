-- What approved payments pay of invoices counts by day and code, like what was invoiced (BUD-73).
DROP TRIGGER budget_movements_summed;
CREATE TRIGGER budget_movements_summed AFTER INSERT ON budget_movements
WHEN new.measure IN ('COMMITTED', 'INVOICED', 'PAID', 'OTHER_ACTUAL') AND new.coding IS NOT NULL BEGIN
  INSERT INTO cost_sums (show_id, dimension, currency_code, grain, span, code, measure, cents)
    SELECT new.show_id, d.dimension, new.currency_code, g.value, substr(new.effective_day, 1, iif(g.value = 'DAY', 10, 7)),
      d.code, new.measure, new.cents
    FROM (SELECT 'ACCOUNT' AS dimension, new.account AS code UNION ALL SELECT key, value FROM json_each(new.coding)) d
      CROSS JOIN json_each('["DAY","MONTH"]') g WHERE true
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
DROP TRIGGER budget_movements_unsummed;
CREATE TRIGGER budget_movements_unsummed AFTER DELETE ON budget_movements
WHEN old.measure IN ('COMMITTED', 'INVOICED', 'PAID', 'OTHER_ACTUAL') AND old.coding IS NOT NULL BEGIN
  UPDATE cost_sums SET cents = cents - old.cents
    WHERE show_id = old.show_id AND currency_code = old.currency_code AND measure = old.measure
      AND (dimension, code) IN (SELECT 'ACCOUNT', old.account UNION ALL SELECT key, value FROM json_each(old.coding))
      AND (grain, span) IN (VALUES ('DAY', old.effective_day), ('MONTH', substr(old.effective_day, 1, 7)));
END;

-- Invoices that payments pay already are recounted in the background.
UPDATE show_settings SET counted_to = '';
