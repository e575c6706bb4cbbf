-- A role of completion guarantors (DEC-253): the CHECK of the roles cannot be changed, so the table is copied.
CREATE TABLE memberships_with_guarantors (
  show_id TEXT NOT NULL REFERENCES shows (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('PO Creator', 'Invoice Creator', 'PO & Invoice Creator', 'Approver', 'Show Admin', 'Studio Admin', 'EP Internal', 'Guarantor')),
  purchase_order_visibility TEXT NOT NULL DEFAULT 'CREATED_BY_THIS_USER' CHECK (purchase_order_visibility IN ('CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL')),
  invoice_visibility TEXT NOT NULL DEFAULT 'CREATED_BY_THIS_USER' CHECK (invoice_visibility IN ('CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL')),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  invoice_module_visible INTEGER NOT NULL DEFAULT 0 CHECK (invoice_module_visible IN (0, 1)),
  payment_module_visible INTEGER NOT NULL DEFAULT 0 CHECK (payment_module_visible IN (0, 1)),
  send_unapproved_purchase_orders INTEGER NOT NULL DEFAULT 0 CHECK (send_unapproved_purchase_orders IN (0, 1)),
  display_po_numbers TEXT CHECK (display_po_numbers IN ('SAVED_AS_DRAFT', 'SUBMITTED_FOR_APPROVAL', 'FIRST_APPROVAL', 'SPECIAL_APPROVAL', 'FULL_APPROVAL')),
  special_approver INTEGER NOT NULL DEFAULT 0 CHECK (special_approver IN (0, 1)),
  void_po INTEGER NOT NULL DEFAULT 0 CHECK (void_po IN (0, 1)),
  void_invoice INTEGER NOT NULL DEFAULT 0 CHECK (void_invoice IN (0, 1)),
  given_by TEXT,
  described_as TEXT CHECK (described_as IS NULL OR json_type(described_as) = 'object'),
  budget_accounts TEXT,
  read_budget INTEGER NOT NULL DEFAULT 0 CHECK (read_budget IN (0, 1)),
  PRIMARY KEY (show_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO memberships_with_guarantors (
  show_id, user_id, role, purchase_order_visibility, invoice_visibility, is_active, invoice_module_visible,
  payment_module_visible, send_unapproved_purchase_orders, display_po_numbers, special_approver, void_po, void_invoice,
  given_by, described_as, budget_accounts, read_budget
) SELECT
  show_id, user_id, role, purchase_order_visibility, invoice_visibility, is_active, invoice_module_visible,
  payment_module_visible, send_unapproved_purchase_orders, display_po_numbers, special_approver, void_po, void_invoice,
  given_by, described_as, budget_accounts, read_budget
FROM memberships;
DROP TABLE memberships;
ALTER TABLE memberships_with_guarantors RENAME TO memberships;
CREATE INDEX memberships_by_user ON memberships (user_id, show_id);

-- The trigger of 0007, which went with the table.
CREATE TRIGGER api_tokens_of_who_left AFTER UPDATE OF is_active ON memberships WHEN NEW.is_active = 0
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.user_id AND (
    show_id = NEW.show_id
    OR NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = NEW.user_id AND is_active = 1)
  );
END;
