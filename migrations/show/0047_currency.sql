-- The rate of a currency that applies from a day on: units of the base currency for one unit. Decimals are text.
CREATE TABLE exchange_rates (
  show_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  day TEXT NOT NULL,
  rate TEXT NOT NULL,
  PRIMARY KEY (show_id, currency_code, day)
) STRICT, WITHOUT ROWID;

-- Rate and recoverable share of tax codes, in percent.
CREATE TABLE tax_terms (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  code TEXT NOT NULL,
  rate TEXT NOT NULL,
  recoverable TEXT NOT NULL,
  PRIMARY KEY (show_id, project_company_external_id, code)
) STRICT, WITHOUT ROWID;

-- The history of the base currency, the rates and the tax terms.
CREATE TABLE currency_changes (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('BASE', 'RATE', 'TAX')),
  -- the currency, or the tax code with its company
  subject TEXT NOT NULL,
  -- of a rate: the day from which it applies
  day TEXT,
  -- null: none
  before TEXT,
  after TEXT,
  -- the name of an imported file, or ''
  source TEXT NOT NULL DEFAULT '',
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;

-- What the newest submit stored about the costs of a document, and its total in the base currency.
ALTER TABLE documents ADD COLUMN costing TEXT;
ALTER TABLE documents ADD COLUMN base_total_cents INTEGER;
