-- What documents of a show refer to: departments, categories, addresses, settings, vendors, companies, accounts.
CREATE TABLE show_settings (
  show_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
  default_purchase_order_workflow_id TEXT,
  default_invoice_workflow_id TEXT,
  default_payment_workflow_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  show_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (show_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE departments (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  po_number_prefix TEXT NOT NULL DEFAULT '',
  -- {[config_type]: [id_code]}; missing or empty means all codes
  account_codes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(account_codes))
) STRICT;
CREATE UNIQUE INDEX departments_by_name ON departments (show_id, name);

CREATE TABLE department_members (
  show_id TEXT NOT NULL,
  department_id TEXT NOT NULL REFERENCES departments (id),
  user_id TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  PRIMARY KEY (show_id, department_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX department_members_by_user ON department_members (show_id, user_id, is_active);

CREATE TABLE categories (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX categories_by_name ON categories (show_id, name);

CREATE TABLE addresses (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  address_type TEXT NOT NULL CHECK (address_type IN ('BILL_TO', 'SHIP_TO')),
  name TEXT NOT NULL,
  address1 TEXT NOT NULL,
  address2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
) STRICT;
CREATE INDEX addresses_by_show ON addresses (show_id, address_type, name);

-- Permanent vendors are a mirror of the accounting system's.
CREATE TABLE vendors (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  number TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL COLLATE NOCASE,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_related_party INTEGER NOT NULL DEFAULT 0 CHECK (is_related_party IN (0, 1)),
  synced_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX vendors_by_external_id ON vendors (show_id, external_id);
CREATE INDEX vendors_by_name ON vendors (show_id, name);

CREATE TABLE vendor_addresses (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  vendor_address_uuid TEXT NOT NULL,
  line_number INTEGER NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  address1 TEXT NOT NULL DEFAULT '',
  address2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX vendor_addresses_by_vendor ON vendor_addresses (show_id, vendor_id, line_number);

CREATE TABLE vendor_contacts (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
) STRICT;
CREATE INDEX vendor_contacts_by_vendor ON vendor_contacts (show_id, vendor_id);

CREATE TABLE temporary_vendors (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(trim(name)) > 0),
  address TEXT NOT NULL CHECK (length(trim(address)) > 0),
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  postal_code TEXT NOT NULL DEFAULT '',
  contact TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  is_related_party INTEGER NOT NULL DEFAULT 0 CHECK (is_related_party IN (0, 1)),
  share_email TEXT NOT NULL DEFAULT '',
  share_note TEXT NOT NULL DEFAULT '',
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX temporary_vendors_by_name ON temporary_vendors (show_id, name);

-- Companies, their addresses, currencies and tax codes come from the accounting system.
CREATE TABLE companies (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  company_external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  has_tax_info INTEGER NOT NULL DEFAULT 0 CHECK (has_tax_info IN (0, 1)),
  terms_file_id TEXT,
  terms_label TEXT,
  PRIMARY KEY (show_id, project_company_external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_addresses (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  address_line1 TEXT NOT NULL,
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  postal_code TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  PRIMARY KEY (show_id, project_company_external_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_currencies (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  iso_currency_code TEXT NOT NULL CHECK (length(iso_currency_code) = 3),
  reference_code TEXT NOT NULL,
  symbol TEXT NOT NULL,
  is_base INTEGER NOT NULL DEFAULT 0 CHECK (is_base IN (0, 1)),
  PRIMARY KEY (show_id, project_company_external_id, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_tax_codes (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (show_id, project_company_external_id, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_fields (
  show_id TEXT NOT NULL,
  part_config_id TEXT NOT NULL,
  config_type TEXT NOT NULL,
  header TEXT NOT NULL,
  position INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (show_id, part_config_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_parts (
  show_id TEXT NOT NULL,
  part_config_id TEXT NOT NULL,
  account_part_id TEXT NOT NULL,
  id_code TEXT NOT NULL,
  description TEXT NOT NULL,
  part_order INTEGER NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_asset INTEGER NOT NULL DEFAULT 0 CHECK (is_asset IN (0, 1)),
  is_header INTEGER NOT NULL DEFAULT 0 CHECK (is_header IN (0, 1)),
  is_insurance INTEGER NOT NULL DEFAULT 0 CHECK (is_insurance IN (0, 1)),
  rollup_account_part_id TEXT,
  PRIMARY KEY (show_id, part_config_id, account_part_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE bank_accounts (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  iso_currency_code TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX bank_accounts_by_external_id ON bank_accounts (show_id, external_id);

-- Approval flows as administrators keep them; a document in approval works on its own copy.
CREATE TABLE workflow_templates (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  template_type TEXT NOT NULL CHECK (template_type IN ('PURCHASE_ORDER', 'INVOICE', 'PAYMENT')),
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX workflow_templates_by_slug ON workflow_templates (show_id, slug);

CREATE TABLE workflow_template_steps (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  template_id TEXT NOT NULL REFERENCES workflow_templates (id),
  step_order INTEGER NOT NULL CHECK (step_order >= 1),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('STANDARD', 'DEPARTMENT')),
  amount_limit_cents INTEGER CHECK (amount_limit_cents IS NULL OR amount_limit_cents >= 0),
  approvals_needed INTEGER NOT NULL CHECK (approvals_needed >= 1)
) STRICT;
CREATE UNIQUE INDEX workflow_template_steps_by_order ON workflow_template_steps (show_id, template_id, step_order);

CREATE TABLE workflow_template_approvers (
  show_id TEXT NOT NULL,
  step_id TEXT NOT NULL REFERENCES workflow_template_steps (id),
  user_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (show_id, step_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE workflow_template_bank_accounts (
  show_id TEXT NOT NULL,
  bank_account_id TEXT NOT NULL REFERENCES bank_accounts (id),
  template_id TEXT NOT NULL REFERENCES workflow_templates (id),
  -- DEC-65: a bank account belongs to one payment flow at most
  PRIMARY KEY (show_id, bank_account_id)
) STRICT, WITHOUT ROWID;
