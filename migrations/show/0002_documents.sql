-- Purchase orders, invoices and payments: one header, detail tables beside it, lines, and the history that is the lock.
CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('PO', 'INVOICE', 'PAYMENT')),
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  -- the seq of the newest event
  version INTEGER NOT NULL CHECK (version >= 1),
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  number TEXT NOT NULL DEFAULT '',
  -- zero-padded, upper case: what lists sort by and numbers are searched in
  number_sort TEXT NOT NULL DEFAULT '',
  business_day TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  department_id TEXT,
  department_name TEXT NOT NULL DEFAULT '',
  -- permanent: vendor_id + external id; temporary: temporary_vendor_id
  vendor_id TEXT,
  temporary_vendor_id TEXT,
  vendor_external_id TEXT,
  vendor_number TEXT NOT NULL DEFAULT '',
  vendor_name TEXT NOT NULL DEFAULT '',
  currency_code TEXT NOT NULL DEFAULT '',
  total_cents INTEGER NOT NULL DEFAULT 0 CHECK (abs(total_cents) <= 999999999999),
  creator_id TEXT NOT NULL,
  creator_name TEXT NOT NULL,
  creator_username TEXT NOT NULL DEFAULT '',
  -- creator, or who requested the open change order
  owner_id TEXT NOT NULL,
  submitter_id TEXT,
  workflow_id TEXT,
  current_step_id TEXT,
  -- JSON array, kept for ever (DEC-22)
  milestones TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(milestones)),
  attachment_count INTEGER NOT NULL DEFAULT 0,
  current_change_order INTEGER NOT NULL DEFAULT 0,
  newest_change_order INTEGER NOT NULL DEFAULT 0,
  is_relieved INTEGER NOT NULL DEFAULT 0 CHECK (is_relieved IN (0, 1)),
  found_in_accounting INTEGER NOT NULL DEFAULT 0 CHECK (found_in_accounting IN (0, 1)),
  -- newest push failed; null: never pushed
  accounting_failed INTEGER CHECK (accounting_failed IN (0, 1)),
  archived_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- DEC-15
  CHECK (
    (status = 'DRAFT' AND submission_status = 'Draft')
    OR (type <> 'PAYMENT' AND status = 'DRAFT' AND submission_status = 'Needs revision')
    OR (status = 'SUBMITTED_FOR_APPROVAL' AND submission_status = 'Submitted for approval')
    OR (type = 'PO' AND status IN ('APPROVED_BY_DEPARTMENT_APPROVER', 'APPROVED_BY_SPECIAL_APPROVER') AND submission_status = 'Submitted for approval')
    OR (status = 'APPROVED' AND submission_status = 'Approved')
    OR (type <> 'PAYMENT' AND status = 'VOID' AND submission_status = 'Void')
    OR (type = 'INVOICE' AND status = 'VOID' AND submission_status = 'Denied')
    OR (type = 'PAYMENT' AND status = 'DENIED' AND submission_status = 'Denied')
    OR (type = 'PAYMENT' AND status = 'CANCELED' AND submission_status = 'Canceled')
  )
) STRICT;
-- Every sort of a list (DEC-46) walks one of these, newest id first among equals.
CREATE INDEX documents_by_number ON documents (show_id, type, number_sort, id);
CREATE INDEX documents_by_day ON documents (show_id, type, business_day, id);
CREATE INDEX documents_by_vendor ON documents (show_id, type, vendor_name, id);
CREATE INDEX documents_by_department ON documents (show_id, type, department_name, id);
CREATE INDEX documents_by_description ON documents (show_id, type, description, id);
CREATE INDEX documents_by_creator ON documents (show_id, type, creator_name, id);
CREATE INDEX documents_by_total ON documents (show_id, type, total_cents, id);
CREATE INDEX documents_by_status ON documents (show_id, type, submission_status, id);
CREATE INDEX documents_by_owner ON documents (show_id, type, creator_id, status);
CREATE UNIQUE INDEX purchase_order_numbers ON documents (show_id, number) WHERE type = 'PO' AND number <> '';
CREATE UNIQUE INDEX payment_numbers ON documents (show_id, number) WHERE type = 'PAYMENT';

CREATE TABLE purchase_orders (
  document_id TEXT PRIMARY KEY REFERENCES documents (id),
  show_id TEXT NOT NULL,
  prefix TEXT NOT NULL DEFAULT '',
  category_id TEXT,
  project_company_external_id TEXT NOT NULL DEFAULT '',
  company_external_id TEXT NOT NULL DEFAULT '',
  company_name TEXT NOT NULL DEFAULT '',
  company_address TEXT NOT NULL DEFAULT '',
  currency_external_id TEXT NOT NULL DEFAULT '',
  currency_reference_code TEXT NOT NULL DEFAULT '',
  -- JSON: the vendor as it was when saved (name, address, contact), so that an approved PO keeps its own copy
  vendor TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(vendor)),
  vendor_address_id TEXT,
  bill_to_address_id TEXT,
  ship_to_address_id TEXT,
  -- lines present when the open change order was requested; they are locked
  locked_line_count INTEGER NOT NULL DEFAULT 0,
  last_vendor_email_recipients TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(last_vendor_email_recipients)),
  last_vendor_email_at TEXT,
  hst TEXT,
  fid TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE invoices (
  document_id TEXT PRIMARY KEY REFERENCES documents (id),
  show_id TEXT NOT NULL,
  due_day TEXT,
  amount_cents INTEGER NOT NULL CHECK (abs(amount_cents) <= 999999999999),
  user_total TEXT NOT NULL DEFAULT '',
  category_id TEXT,
  project_company_external_id TEXT NOT NULL DEFAULT '',
  company_external_id TEXT NOT NULL DEFAULT '',
  company_name TEXT NOT NULL DEFAULT '',
  currency_external_id TEXT NOT NULL DEFAULT '',
  vendor TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(vendor)),
  vendor_address_id TEXT,
  bill_to_address_id TEXT,
  ship_to_address_id TEXT,
  contact_name TEXT NOT NULL DEFAULT '',
  contact_number TEXT NOT NULL DEFAULT '',
  duplicate_override INTEGER NOT NULL DEFAULT 0 CHECK (duplicate_override IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_for_duplicates ON documents (show_id, vendor_external_id, number) WHERE type = 'INVOICE';
CREATE INDEX invoices_for_duplicates_temporary ON documents (show_id, temporary_vendor_id, number) WHERE type = 'INVOICE' AND temporary_vendor_id IS NOT NULL;

CREATE TABLE payments (
  document_id TEXT PRIMARY KEY REFERENCES documents (id),
  show_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  payee_name TEXT NOT NULL DEFAULT '',
  payment_type TEXT NOT NULL CHECK (payment_type IN ('CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF')),
  bank_account_id TEXT REFERENCES bank_accounts (id),
  bank_name TEXT NOT NULL DEFAULT '',
  imported_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payments_by_external_id ON payments (show_id, external_id);

CREATE TABLE payment_invoices (
  show_id TEXT NOT NULL,
  payment_id TEXT NOT NULL REFERENCES documents (id),
  invoice_id TEXT NOT NULL REFERENCES documents (id),
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, payment_id, invoice_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_invoices_by_invoice ON payment_invoices (show_id, invoice_id);

CREATE TABLE document_lines (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  key_id TEXT NOT NULL DEFAULT '',
  line_number INTEGER NOT NULL CHECK (line_number >= 1),
  description TEXT NOT NULL DEFAULT '',
  quantity_hundredths INTEGER NOT NULL DEFAULT 100,
  unit_cost_cents INTEGER NOT NULL DEFAULT 0,
  total_cents INTEGER NOT NULL CHECK (abs(total_cents) <= 999999999999),
  acquisition_type TEXT NOT NULL DEFAULT 'PURCHASE' CHECK (acquisition_type IN ('PURCHASE', 'RENTAL')),
  rental_type TEXT NOT NULL DEFAULT 'UNDEFINED' CHECK (rental_type IN ('UNDEFINED', 'DAILY', 'WEEKLY', 'MONTHLY', 'EPISODIC')),
  rental_start TEXT,
  rental_end TEXT,
  episode TEXT NOT NULL DEFAULT '',
  -- {[config_type]: id_code}
  coding TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(coding)),
  coa_external_id TEXT,
  tax_code TEXT,
  -- accounting's own figure after a pull; null: ours is computed from relief
  accounting_balance_cents INTEGER,
  -- invoice lines
  note TEXT NOT NULL DEFAULT '',
  reference_po TEXT NOT NULL DEFAULT '',
  reference_po_line_number INTEGER,
  relieve_po_line_id TEXT,
  gl_transaction_detail_external_id TEXT,
  UNIQUE (document_id, line_number)
) STRICT;
CREATE INDEX document_lines_by_document ON document_lines (show_id, document_id, line_number);

-- The amounts of submitted and approved invoices against PO lines (DEC-39); a row lives while its invoice counts.
CREATE TABLE relief (
  show_id TEXT NOT NULL,
  po_line_id TEXT NOT NULL REFERENCES document_lines (id),
  invoice_line_id TEXT NOT NULL REFERENCES document_lines (id),
  po_id TEXT NOT NULL REFERENCES documents (id),
  invoice_id TEXT NOT NULL REFERENCES documents (id),
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, po_line_id, invoice_line_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX relief_by_po ON relief (show_id, po_id);
CREATE INDEX relief_by_invoice ON relief (show_id, invoice_id);

-- Append-only and chained. Its key is the lock: a writer that read an older version finds its seq taken or null.
CREATE TABLE document_events (
  document_id TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  show_id TEXT NOT NULL,
  -- what happened, e.g. submit, approve, save
  action TEXT NOT NULL,
  -- SUBMITTED, APPROVED, ... where people see it in the history; null: an audit row only (DEC-90)
  history_type TEXT CHECK (history_type IN ('SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER')),
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  at TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (document_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER document_events_no_update BEFORE UPDATE ON document_events
BEGIN
  SELECT RAISE(ABORT, 'document_events is append-only');
END;
CREATE TRIGGER document_events_no_delete BEFORE DELETE ON document_events
BEGIN
  SELECT RAISE(ABORT, 'document_events is append-only');
END;
-- INSERT OR REPLACE passes the delete trigger, so the insert itself refuses a taken key and a broken chain.
CREATE TRIGGER document_events_no_replace BEFORE INSERT ON document_events
WHEN NEW.seq IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'document_events key is taken')
  WHERE EXISTS (SELECT 1 FROM document_events WHERE document_id = NEW.document_id AND seq = NEW.seq);
  SELECT RAISE(ABORT, 'document_events chain is broken')
  WHERE NEW.seq > 1
    AND NEW.previous_hash IS NOT (SELECT hash FROM document_events WHERE document_id = NEW.document_id AND seq = NEW.seq - 1);
END;

-- A document's own copy of its approval flow, taken at submit (DEC-24).
CREATE TABLE workflows (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  template_id TEXT NOT NULL,
  final_order INTEGER NOT NULL,
  -- null: complete, closed or pulled
  current_order INTEGER,
  is_latest INTEGER NOT NULL DEFAULT 1 CHECK (is_latest IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX workflows_latest ON workflows (show_id, document_id) WHERE is_latest = 1;
CREATE INDEX workflows_by_template ON workflows (show_id, template_id) WHERE current_order IS NOT NULL;

CREATE TABLE workflow_steps (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  workflow_id TEXT NOT NULL REFERENCES workflows (id),
  step_order INTEGER NOT NULL CHECK (step_order >= 1),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('STANDARD', 'DEPARTMENT')),
  amount_limit_cents INTEGER,
  approvals_needed INTEGER NOT NULL CHECK (approvals_needed >= 1),
  status TEXT NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REVISION', 'VOID', 'DENIED'))
) STRICT;
CREATE UNIQUE INDEX workflow_steps_by_order ON workflow_steps (show_id, workflow_id, step_order);

CREATE TABLE workflow_step_approvers (
  show_id TEXT NOT NULL,
  step_id TEXT NOT NULL REFERENCES workflow_steps (id),
  user_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  name TEXT NOT NULL,
  initials TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (show_id, step_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX workflow_step_approvers_by_user ON workflow_step_approvers (show_id, user_id, document_id);

-- One vote per approver and step, for ever: the key refuses the second (DEC-23).
CREATE TABLE step_approvals (
  show_id TEXT NOT NULL,
  step_id TEXT NOT NULL REFERENCES workflow_steps (id),
  user_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  at TEXT NOT NULL,
  event_seq INTEGER NOT NULL,
  -- a reset (DEC-40) drops the vote without forgetting it
  dropped_at TEXT,
  PRIMARY KEY (show_id, step_id, user_id, event_seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX step_approvals_one_each ON step_approvals (show_id, step_id, user_id) WHERE dropped_at IS NULL;
CREATE INDEX step_approvals_by_document ON step_approvals (show_id, document_id);
CREATE INDEX step_approvals_by_user ON step_approvals (show_id, user_id, document_id);

-- Whose turn it is, now: written in the batch that moves a document, read by the approver's queue.
CREATE TABLE waiting_approvals (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  step_id TEXT NOT NULL REFERENCES workflow_steps (id),
  since TEXT NOT NULL,
  PRIMARY KEY (show_id, user_id, type, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_approvals_by_document ON waiting_approvals (show_id, document_id);

-- The document as it was at each full approval (DEC-26, DEC-69).
CREATE TABLE approval_history (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  position INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  snapshot TEXT NOT NULL CHECK (json_valid(snapshot))
) STRICT;
CREATE UNIQUE INDEX approval_history_by_document ON approval_history (show_id, document_id, position);

CREATE TABLE change_orders (
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  status TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  PRIMARY KEY (show_id, document_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  key_id TEXT NOT NULL,
  content TEXT NOT NULL CHECK (length(content) BETWEEN 1 AND 1000),
  context TEXT NOT NULL DEFAULT 'STANDARD' CHECK (context IN ('VOID', 'ADJUSTMENT', 'REVISION', 'DENIED', 'HIDDEN', 'STANDARD')),
  change_order_number INTEGER NOT NULL DEFAULT 0,
  commenter_id TEXT NOT NULL,
  commenter_name TEXT NOT NULL,
  is_review INTEGER NOT NULL DEFAULT 0 CHECK (is_review IN (0, 1)),
  is_edited INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX notes_by_key ON notes (show_id, document_id, key_id);
CREATE INDEX notes_by_document ON notes (show_id, document_id, created_at);

-- An uploaded file belongs to its uploader until a document links it; bytes are in R2 under its id.
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  owner_kind TEXT NOT NULL CHECK (owner_kind IN ('po', 'invoice', 'payment', 'vendor', 'company')),
  label TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size BETWEEN 1 AND 10485760),
  sha256 TEXT NOT NULL,
  uploaded_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  linked_at TEXT
) STRICT;
CREATE INDEX files_unlinked ON files (created_at) WHERE linked_at IS NULL;

CREATE TABLE attachments (
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  file_id TEXT NOT NULL REFERENCES files (id),
  position INTEGER NOT NULL,
  is_top_sheet INTEGER NOT NULL DEFAULT 0 CHECK (is_top_sheet IN (0, 1)),
  invoice_id TEXT,
  PRIMARY KEY (show_id, document_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachments_by_file ON attachments (show_id, file_id);

CREATE TABLE temporary_vendor_files (
  show_id TEXT NOT NULL,
  temporary_vendor_id TEXT NOT NULL REFERENCES temporary_vendors (id),
  file_id TEXT NOT NULL REFERENCES files (id),
  PRIMARY KEY (show_id, temporary_vendor_id, file_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE send_history (
  id TEXT PRIMARY KEY,
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  send_type TEXT NOT NULL CHECK (send_type IN ('ACCOUNTING', 'EMAIL', 'VENDOR_EMAIL')),
  is_successful INTEGER NOT NULL CHECK (is_successful IN (0, 1)),
  message TEXT NOT NULL DEFAULT '',
  sender_first_name TEXT NOT NULL,
  sender_last_name TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX send_history_by_document ON send_history (show_id, document_id, created_at);
