-- What counts below an account: by set, episode, location and free field, so that it counts at the nearest line of the
-- budget (BUD-64).

-- The codes of the line below its account, as `codes` of `budget_lines`; NULL: none, or counted before this migration.
ALTER TABLE budget_movements ADD COLUMN codes TEXT;

-- The part of `account_measures` that has codes. The rest of an account counts without codes.
CREATE TABLE coded_measures (
  show_id TEXT NOT NULL,
  account TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  codes TEXT NOT NULL,
  measure TEXT NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, account, currency_code, codes, measure)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER budget_movements_coded AFTER INSERT ON budget_movements WHEN new.codes IS NOT NULL BEGIN
  INSERT INTO coded_measures (show_id, account, currency_code, codes, measure, cents)
    VALUES (new.show_id, new.account, new.currency_code, new.codes, new.measure, new.cents)
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
CREATE TRIGGER budget_movements_uncoded AFTER DELETE ON budget_movements WHEN old.codes IS NOT NULL BEGIN
  UPDATE coded_measures SET cents = cents - old.cents
    WHERE show_id = old.show_id AND account = old.account AND currency_code = old.currency_code
      AND codes = old.codes AND measure = old.measure;
END;

-- Older movements get their codes in the background, by a recount of their documents.
UPDATE show_settings SET counted_to = '';
