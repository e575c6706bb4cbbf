-- The rate of a currency with which the budget was made: units of the base currency for one unit, as text (BUD-90). Its
-- changes are those of a rate without a day.
CREATE TABLE budgeted_rates (
  show_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  rate TEXT NOT NULL,
  PRIMARY KEY (show_id, currency_code)
) STRICT, WITHOUT ROWID;
