-- The books of the accounting system that Backlot ships with: master data per licence, what was posted, and its switches.
-- Money is integer cents. `license` is the word of the contract (a show carries one); it leads every key.

CREATE TABLE licenses (
  license TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  accounting_system TEXT NOT NULL CHECK (accounting_system IN ('SA', 'V5', 'GV'))
) STRICT, WITHOUT ROWID;

CREATE TABLE studios (
  license TEXT NOT NULL REFERENCES licenses (license),
  studio_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (license, studio_id)
) STRICT, WITHOUT ROWID;

-- Divisions hang on a studio; a studio id may appear under several licences with the same divisions.
CREATE TABLE divisions (
  studio_id TEXT NOT NULL,
  division_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (studio_id, division_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE acct_packages (
  license TEXT NOT NULL REFERENCES licenses (license),
  package_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (license, package_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE show_types (
  license TEXT NOT NULL REFERENCES licenses (license),
  show_type_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (license, show_type_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vendors (
  license TEXT NOT NULL REFERENCES licenses (license),
  external_id TEXT NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_related_party INTEGER NOT NULL DEFAULT 0 CHECK (is_related_party IN (0, 1)),
  PRIMARY KEY (license, external_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX vendors_by_number ON vendors (license, number);

CREATE TABLE vendor_addresses (
  license TEXT NOT NULL,
  vendor_external_id TEXT NOT NULL,
  line_number INTEGER NOT NULL CHECK (line_number > 0),
  address_uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  address1 TEXT NOT NULL,
  address2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  PRIMARY KEY (license, vendor_external_id, line_number),
  FOREIGN KEY (license, vendor_external_id) REFERENCES vendors (license, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vendor_contacts (
  license TEXT NOT NULL,
  vendor_external_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  PRIMARY KEY (license, vendor_external_id, contact_id),
  FOREIGN KEY (license, vendor_external_id) REFERENCES vendors (license, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE companies (
  license TEXT NOT NULL REFERENCES licenses (license),
  company_external_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  has_tax_info INTEGER NOT NULL CHECK (has_tax_info IN (0, 1)),
  PRIMARY KEY (license, company_external_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX companies_by_project ON companies (license, project_company_external_id);

CREATE TABLE company_addresses (
  license TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  line_number INTEGER NOT NULL CHECK (line_number > 0),
  address_line1 TEXT NOT NULL,
  address_line2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  postal_code TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  PRIMARY KEY (license, company_external_id, line_number),
  FOREIGN KEY (license, company_external_id) REFERENCES companies (license, company_external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_currencies (
  license TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  iso_currency_code TEXT NOT NULL CHECK (length(iso_currency_code) = 3),
  reference_code TEXT NOT NULL,
  symbol TEXT NOT NULL,
  is_base INTEGER NOT NULL DEFAULT 0 CHECK (is_base IN (0, 1)),
  PRIMARY KEY (license, company_external_id, external_id),
  FOREIGN KEY (license, company_external_id) REFERENCES companies (license, company_external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tax_codes (
  license TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (license, company_external_id, code),
  FOREIGN KEY (license, company_external_id) REFERENCES companies (license, company_external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE coa_fields (
  license TEXT NOT NULL REFERENCES licenses (license),
  part_config_id TEXT NOT NULL,
  config_type TEXT NOT NULL,
  header TEXT NOT NULL,
  field_order INTEGER NOT NULL,
  PRIMARY KEY (license, part_config_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX coa_fields_by_type ON coa_fields (license, config_type);

CREATE TABLE coa_parts (
  license TEXT NOT NULL,
  account_part_id TEXT NOT NULL,
  part_config_id TEXT NOT NULL,
  id_code TEXT NOT NULL,
  description TEXT NOT NULL,
  part_order INTEGER NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_asset INTEGER NOT NULL DEFAULT 0 CHECK (is_asset IN (0, 1)),
  is_header INTEGER NOT NULL DEFAULT 0 CHECK (is_header IN (0, 1)),
  is_insurance INTEGER NOT NULL DEFAULT 0 CHECK (is_insurance IN (0, 1)),
  rollup_account_part_id TEXT,
  PRIMARY KEY (license, account_part_id),
  FOREIGN KEY (license, part_config_id) REFERENCES coa_fields (license, part_config_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX coa_parts_by_code ON coa_parts (license, part_config_id, id_code);

CREATE TABLE payments (
  license TEXT NOT NULL REFERENCES licenses (license),
  external_id TEXT NOT NULL,
  number TEXT NOT NULL,
  created_at TEXT NOT NULL,
  vendor_external_id TEXT NOT NULL,
  payee_name TEXT NOT NULL,
  payment_type TEXT NOT NULL CHECK (payment_type IN ('CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF')),
  bank_name TEXT NOT NULL,
  bank_account TEXT NOT NULL,
  currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
  total_cents INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'RELEASED', 'CANCELED')),
  released_at TEXT,
  PRIMARY KEY (license, external_id),
  FOREIGN KEY (license, vendor_external_id) REFERENCES vendors (license, external_id)
) STRICT, WITHOUT ROWID;

-- The invoices that a payment settles.
CREATE TABLE payment_invoices (
  license TEXT NOT NULL,
  payment_external_id TEXT NOT NULL,
  invoice_number TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (license, payment_external_id, invoice_number),
  FOREIGN KEY (license, payment_external_id) REFERENCES payments (license, external_id)
) STRICT, WITHOUT ROWID;

-- Books: the newest posted revision of every purchase order and invoice, by Backlot's document id.
CREATE TABLE purchase_orders (
  license TEXT NOT NULL REFERENCES licenses (license),
  doc_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  number TEXT NOT NULL,
  vendor_external_id TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  is_void INTEGER NOT NULL DEFAULT 0 CHECK (is_void IN (0, 1)),
  posted_at TEXT NOT NULL,
  PRIMARY KEY (license, doc_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE purchase_order_lines (
  license TEXT NOT NULL,
  doc_id TEXT NOT NULL,
  line_id TEXT NOT NULL,
  line_number INTEGER NOT NULL,
  gl_transaction_detail_external_id TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  PRIMARY KEY (license, doc_id, line_id),
  FOREIGN KEY (license, doc_id) REFERENCES purchase_orders (license, doc_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE invoices (
  license TEXT NOT NULL REFERENCES licenses (license),
  doc_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  number TEXT NOT NULL,
  vendor_external_id TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  posted_at TEXT NOT NULL,
  PRIMARY KEY (license, doc_id)
) STRICT, WITHOUT ROWID;

-- An invoice line that relieves a PO line names it; the PO line's remaining balance is its total less these.
CREATE TABLE invoice_lines (
  license TEXT NOT NULL,
  doc_id TEXT NOT NULL,
  line_id TEXT NOT NULL,
  line_number INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  relieved_line_id TEXT,
  PRIMARY KEY (license, doc_id, line_id),
  FOREIGN KEY (license, doc_id) REFERENCES invoices (license, doc_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_lines_by_relief ON invoice_lines (license, relieved_line_id);

-- Every accepted posting, once: the key is what makes a repeated request find its first answer.
CREATE TABLE ledger_entries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  license TEXT NOT NULL REFERENCES licenses (license),
  kind TEXT NOT NULL CHECK (kind IN ('PO_PUSH', 'PO_VOID', 'INVOICE_PUSH', 'PAYMENT_RELEASE')),
  doc_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  body_sha256 TEXT NOT NULL,
  body TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  answer TEXT NOT NULL,
  posted_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX ledger_entries_by_key ON ledger_entries (license, kind, idempotency_key);
CREATE INDEX ledger_entries_by_document ON ledger_entries (license, doc_id);

-- Planned misbehaviour, taken oldest first; `times_left` falls by one with each use.
CREATE TABLE switches (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  license TEXT NOT NULL,
  operation TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('FAIL', 'DELAY', 'GARBAGE', 'STALL_AFTER_POSTING')),
  times_left INTEGER NOT NULL CHECK (times_left >= 0),
  status INTEGER NOT NULL DEFAULT 503,
  message TEXT NOT NULL DEFAULT '',
  delay_ms INTEGER NOT NULL DEFAULT 0 CHECK (delay_ms BETWEEN 0 AND 60000)
) STRICT;
CREATE INDEX switches_by_license ON switches (license, operation, seq);
