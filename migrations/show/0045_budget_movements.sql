-- Each change of what documents count for an account code (BUD-05). Rows are only ever added, so that the sum up to a
-- day is as of that day.
CREATE TABLE budget_movements (
  show_id TEXT NOT NULL,
  -- the document with which the amount is recounted: the order, for what an order covers of an invoice in approval
  owner_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  line_id TEXT NOT NULL,
  account TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  measure TEXT NOT NULL,
  cents INTEGER NOT NULL,
  effective_day TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (show_id, owner_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX budget_movements_by_account ON budget_movements (show_id, account, currency_code, document_id, measure, cents);
CREATE INDEX budget_movements_by_document ON budget_movements (show_id, document_id, account, currency_code, measure, cents);

-- Their sum by account, which the screens read.
CREATE TABLE account_measures (
  show_id TEXT NOT NULL,
  account TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  measure TEXT NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, account, currency_code, measure)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER budget_movements_added AFTER INSERT ON budget_movements BEGIN
  INSERT INTO account_measures (show_id, account, currency_code, measure, cents)
    VALUES (new.show_id, new.account, new.currency_code, new.measure, new.cents)
    ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
END;
CREATE TRIGGER budget_movements_removed AFTER DELETE ON budget_movements BEGIN
  UPDATE account_measures SET cents = cents - old.cents
    WHERE show_id = old.show_id AND account = old.account AND currency_code = old.currency_code
      AND measure = old.measure;
END;

-- Nearest level with a budget, and what rolls up to it.
CREATE INDEX account_parts_by_code ON account_parts (show_id, id_code);
CREATE INDEX account_parts_by_rollup ON account_parts (show_id, part_config_id, rollup_account_part_id)
  WHERE rollup_account_part_id IS NOT NULL;

-- Documents from before this migration are counted up to this id; NULL: all.
ALTER TABLE show_settings ADD COLUMN counted_to TEXT;
INSERT OR IGNORE INTO show_settings (show_id) SELECT DISTINCT show_id FROM departments;
UPDATE show_settings SET counted_to = '';
CREATE INDEX shows_to_count ON show_settings (show_id) WHERE counted_to IS NOT NULL;
