-- The exchange rates of a license, in its base currency. A license without a row keeps none. Rates are decimals as text.
CREATE TABLE rate_tables (
  license TEXT PRIMARY KEY REFERENCES licenses (license),
  base_currency_code TEXT NOT NULL CHECK (length(base_currency_code) = 3)
) STRICT, WITHOUT ROWID;

CREATE TABLE exchange_rates (
  license TEXT NOT NULL REFERENCES rate_tables (license),
  currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
  day TEXT NOT NULL,
  rate TEXT NOT NULL,
  PRIMARY KEY (license, currency_code, day)
) STRICT, WITHOUT ROWID;
