-- The budget of a license, by account. A license without a row keeps its budget elsewhere.
CREATE TABLE budgets (
  license TEXT PRIMARY KEY REFERENCES licenses (license),
  name TEXT NOT NULL,
  currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE budget_lines (
  license TEXT NOT NULL REFERENCES budgets (license),
  line_number INTEGER NOT NULL CHECK (line_number > 0),
  -- empty for fringes and contingency without an account
  id_code TEXT NOT NULL,
  description TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (license, line_number)
) STRICT, WITHOUT ROWID;
