-- What lists and home count is kept as it changes, and lists walk indexes that hold all they ask: neither grows with the show.

-- How many documents there are of a type in each state ...
CREATE TABLE document_totals (
  show_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  total INTEGER NOT NULL CHECK (total >= 0),
  -- named and null as the documents' own, so that a list counts by the condition that it selects by
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, type, status, submission_status, is_archived)
) STRICT, WITHOUT ROWID;

-- ... and of whom: so many rows as people, departments and states meet.
CREATE TABLE document_counts (
  show_id TEXT NOT NULL,
  type TEXT NOT NULL,
  creator_id TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  -- '': none
  department_id TEXT NOT NULL,
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  total INTEGER NOT NULL CHECK (total >= 0),
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived)
) STRICT, WITHOUT ROWID;

INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, total)
  SELECT show_id, type, status, submission_status, archived_at IS NOT NULL, count(*) FROM documents GROUP BY 1, 2, 3, 4, 5;
INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived, total)
  SELECT show_id, type, creator_id, owner_id, coalesce(department_id, ''), status, submission_status,
    archived_at IS NOT NULL, count(*)
  FROM documents GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, total)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived, total)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER documents_counted_off AFTER DELETE ON documents BEGIN
  UPDATE document_totals SET total = total - 1
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL);
  UPDATE document_counts SET total = total - 1
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL);
END;

CREATE TRIGGER documents_counted_anew
AFTER UPDATE OF show_id, type, status, submission_status, archived_at, creator_id, owner_id, department_id ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status OR old.owner_id <> new.owner_id
  OR old.department_id IS NOT new.department_id OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
  OR old.creator_id <> new.creator_id OR old.type <> new.type OR old.show_id <> new.show_id
BEGIN
  UPDATE document_totals SET total = total - 1
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL);
  UPDATE document_counts SET total = total - 1
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL);
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, total)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived, total)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

-- Lists leave archived documents out (DEC-31): what they walk holds the others alone, and is read without the rows behind
-- it. Upwards as downwards the newest of equals comes first (DEC-46), which where many are equal takes an index of its own.
DROP INDEX documents_by_day;
DROP INDEX documents_by_vendor;
DROP INDEX documents_by_department;
DROP INDEX documents_by_description;
DROP INDEX documents_by_creator;
DROP INDEX documents_by_total;
CREATE INDEX documents_live_by_number ON documents (show_id, type, number_sort, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_day ON documents (show_id, type, business_day, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_vendor ON documents (show_id, type, vendor_name, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_department ON documents (show_id, type, department_name, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_description ON documents (show_id, type, description, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_creator ON documents (show_id, type, creator_name, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_total ON documents (show_id, type, total_cents, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_by_state ON documents (show_id, type, submission_status, id, status) WHERE archived_at IS NULL;
CREATE INDEX documents_up_by_day ON documents (show_id, type, business_day, id DESC, status) WHERE archived_at IS NULL;
CREATE INDEX documents_up_by_vendor ON documents (show_id, type, vendor_name, id DESC, status) WHERE archived_at IS NULL;
CREATE INDEX documents_up_by_department ON documents (show_id, type, department_name, id DESC, status) WHERE archived_at IS NULL;
CREATE INDEX documents_up_by_creator ON documents (show_id, type, creator_name, id DESC, status) WHERE archived_at IS NULL;
CREATE INDEX documents_up_by_state ON documents (show_id, type, submission_status, id DESC, status) WHERE archived_at IS NULL;

-- One vendor's and one person's documents, archived or not.
CREATE INDEX documents_of_vendor ON documents (show_id, type, vendor_number, business_day, id, status, archived_at);
CREATE INDEX documents_of_owner ON documents (show_id, type, owner_id);

-- Whoever stands on any step of a document's present or last flow, which is what an approver sees (DEC-13).
CREATE TABLE document_approvers (
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (show_id, document_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_approvers_by_user ON document_approvers (show_id, user_id, document_id);

-- How many of those there are in each state.
CREATE TABLE approver_counts (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  total INTEGER NOT NULL CHECK (total >= 0),
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, user_id, type, status, submission_status, is_archived)
) STRICT, WITHOUT ROWID;

-- What approved orders commit and invoices have taken of it, for who raised, owns or approved them; `user_id` '': for all.
CREATE TABLE commitments (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- '': none
  department_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  orders INTEGER NOT NULL CHECK (orders >= 0),
  committed_cents INTEGER NOT NULL,
  invoiced_cents INTEGER NOT NULL,
  PRIMARY KEY (show_id, user_id, department_id, currency_code)
) STRICT, WITHOUT ROWID;

INSERT INTO document_approvers (show_id, document_id, user_id)
  SELECT DISTINCT w.show_id, w.document_id, a.user_id
  FROM workflows w CROSS JOIN workflow_steps s CROSS JOIN workflow_step_approvers a
  WHERE w.is_latest = 1 AND s.show_id = w.show_id AND s.workflow_id = w.id AND a.show_id = w.show_id AND a.step_id = s.id;
INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, total)
  SELECT d.show_id, a.user_id, d.type, d.status, d.submission_status, d.archived_at IS NOT NULL, count(*)
  FROM document_approvers a JOIN documents d ON d.id = a.document_id GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
  SELECT d.show_id, p.user_id, coalesce(d.department_id, ''), d.currency_code, count(*), sum(d.total_cents),
    sum(coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = d.show_id AND r.po_id = d.id), 0))
  FROM documents d JOIN (
    SELECT document_id, user_id FROM document_approvers
    UNION SELECT id, creator_id FROM documents UNION SELECT id, owner_id FROM documents UNION SELECT id, '' FROM documents
  ) p ON p.document_id = d.id
  WHERE d.type = 'PO' AND d.submission_status = 'Approved' AND d.total_cents > 0
  GROUP BY 1, 2, 3, 4;

CREATE TRIGGER approvers_listed AFTER INSERT ON workflow_step_approvers BEGIN
  INSERT INTO document_approvers (show_id, document_id, user_id)
    SELECT w.show_id, w.document_id, new.user_id FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
    WHERE s.id = new.step_id AND w.is_latest = 1
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER flows_retired AFTER UPDATE OF is_latest ON workflows WHEN old.is_latest = 1 AND new.is_latest = 0 BEGIN
  DELETE FROM document_approvers WHERE show_id = old.show_id AND document_id = old.document_id;
END;
CREATE TRIGGER flows_reinstated AFTER UPDATE OF is_latest ON workflows WHEN old.is_latest = 0 AND new.is_latest = 1 BEGIN
  INSERT INTO document_approvers (show_id, document_id, user_id)
    SELECT new.show_id, new.document_id, a.user_id FROM workflow_steps s CROSS JOIN workflow_step_approvers a
    WHERE s.show_id = new.show_id AND s.workflow_id = new.id AND a.show_id = new.show_id AND a.step_id = s.id
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER approvers_counted AFTER INSERT ON document_approvers BEGIN
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, total)
    SELECT show_id, new.user_id, type, status, submission_status, archived_at IS NOT NULL, 1
    FROM documents WHERE id = new.document_id
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
    SELECT d.show_id, new.user_id, coalesce(d.department_id, ''), d.currency_code, 1, d.total_cents,
      coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = d.show_id AND r.po_id = d.id), 0)
    FROM documents d WHERE d.id = new.document_id AND d.type = 'PO' AND d.submission_status = 'Approved'
      AND d.total_cents > 0 AND new.user_id NOT IN (d.creator_id, d.owner_id)
    ON CONFLICT DO UPDATE SET orders = orders + 1, committed_cents = committed_cents + excluded.committed_cents,
      invoiced_cents = invoiced_cents + excluded.invoiced_cents;
END;
CREATE TRIGGER approvers_counted_off AFTER DELETE ON document_approvers BEGIN
  UPDATE approver_counts SET total = total - 1
    WHERE (show_id, user_id, type, status, submission_status, is_archived) =
      (SELECT show_id, old.user_id, type, status, submission_status, archived_at IS NOT NULL
        FROM documents WHERE id = old.document_id);
  UPDATE commitments SET orders = orders - 1,
      committed_cents = committed_cents - (SELECT total_cents FROM documents WHERE id = old.document_id),
      invoiced_cents = invoiced_cents
        - coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = old.show_id AND r.po_id = old.document_id), 0)
    WHERE (show_id, user_id, department_id, currency_code) =
      (SELECT show_id, old.user_id, coalesce(department_id, ''), currency_code FROM documents
        WHERE id = old.document_id AND type = 'PO' AND submission_status = 'Approved' AND total_cents > 0
          AND old.user_id NOT IN (creator_id, owner_id));
END;

CREATE TRIGGER documents_counted_for_approvers
AFTER UPDATE OF show_id, type, status, submission_status, archived_at ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status
  OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
BEGIN
  UPDATE approver_counts SET total = total - 1
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = old.show_id AND document_id = old.id);
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, total)
    SELECT show_id, user_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, 1
    FROM document_approvers WHERE show_id = new.show_id AND document_id = new.id
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER orders_committed AFTER INSERT ON documents
WHEN new.type = 'PO' AND new.submission_status = 'Approved' AND new.total_cents > 0
BEGIN
  INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
    SELECT new.show_id, p.user_id, coalesce(new.department_id, ''), new.currency_code, 1, new.total_cents, 0
    FROM (SELECT '' AS user_id UNION SELECT new.creator_id UNION SELECT new.owner_id) p WHERE true
    ON CONFLICT DO UPDATE SET orders = orders + 1, committed_cents = committed_cents + excluded.committed_cents;
END;
CREATE TRIGGER orders_no_longer_committed AFTER UPDATE ON documents
WHEN old.type = 'PO' AND old.submission_status = 'Approved' AND old.total_cents > 0
  AND (new.submission_status <> 'Approved' OR new.total_cents <> old.total_cents OR new.currency_code <> old.currency_code
    OR new.department_id IS NOT old.department_id OR new.owner_id <> old.owner_id OR new.creator_id <> old.creator_id)
BEGIN
  UPDATE commitments SET orders = orders - 1, committed_cents = committed_cents - old.total_cents,
      invoiced_cents = invoiced_cents
        - coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = old.show_id AND r.po_id = old.id), 0)
    WHERE show_id = old.show_id AND department_id = coalesce(old.department_id, '') AND currency_code = old.currency_code
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = old.show_id AND document_id = old.id
        UNION SELECT '' UNION SELECT old.creator_id UNION SELECT old.owner_id);
END;
CREATE TRIGGER orders_committed_anew AFTER UPDATE ON documents
WHEN new.type = 'PO' AND new.submission_status = 'Approved' AND new.total_cents > 0
  AND (old.submission_status <> 'Approved' OR new.total_cents <> old.total_cents OR new.currency_code <> old.currency_code
    OR new.department_id IS NOT old.department_id OR new.owner_id <> old.owner_id OR new.creator_id <> old.creator_id)
BEGIN
  INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
    SELECT new.show_id, p.user_id, coalesce(new.department_id, ''), new.currency_code, 1, new.total_cents,
      coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = new.show_id AND r.po_id = new.id), 0)
    FROM (SELECT user_id FROM document_approvers WHERE show_id = new.show_id AND document_id = new.id
      UNION SELECT '' UNION SELECT new.creator_id UNION SELECT new.owner_id) p WHERE true
    ON CONFLICT DO UPDATE SET orders = orders + 1, committed_cents = committed_cents + excluded.committed_cents,
      invoiced_cents = invoiced_cents + excluded.invoiced_cents;
END;
CREATE TRIGGER orders_gone AFTER DELETE ON documents
WHEN old.type = 'PO' AND old.submission_status = 'Approved' AND old.total_cents > 0
BEGIN
  UPDATE commitments SET orders = orders - 1, committed_cents = committed_cents - old.total_cents
    WHERE show_id = old.show_id AND department_id = coalesce(old.department_id, '') AND currency_code = old.currency_code
      AND user_id IN ('', old.creator_id, old.owner_id);
END;

CREATE TRIGGER relief_taken AFTER INSERT ON relief BEGIN
  UPDATE commitments SET invoiced_cents = invoiced_cents + new.amount_cents
    WHERE show_id = new.show_id
      AND (department_id, currency_code) = (SELECT coalesce(department_id, ''), currency_code FROM documents
        WHERE id = new.po_id AND type = 'PO' AND submission_status = 'Approved' AND total_cents > 0)
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = new.show_id AND document_id = new.po_id
        UNION SELECT '' UNION SELECT creator_id FROM documents WHERE id = new.po_id
        UNION SELECT owner_id FROM documents WHERE id = new.po_id);
END;
CREATE TRIGGER relief_given_back AFTER DELETE ON relief BEGIN
  UPDATE commitments SET invoiced_cents = invoiced_cents - old.amount_cents
    WHERE show_id = old.show_id
      AND (department_id, currency_code) = (SELECT coalesce(department_id, ''), currency_code FROM documents
        WHERE id = old.po_id AND type = 'PO' AND submission_status = 'Approved' AND total_cents > 0)
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = old.show_id AND document_id = old.po_id
        UNION SELECT '' UNION SELECT creator_id FROM documents WHERE id = old.po_id
        UNION SELECT owner_id FROM documents WHERE id = old.po_id);
END;
CREATE TRIGGER relief_changed AFTER UPDATE OF amount_cents ON relief WHEN old.amount_cents <> new.amount_cents BEGIN
  UPDATE commitments SET invoiced_cents = invoiced_cents + new.amount_cents - old.amount_cents
    WHERE show_id = new.show_id
      AND (department_id, currency_code) = (SELECT coalesce(department_id, ''), currency_code FROM documents
        WHERE id = new.po_id AND type = 'PO' AND submission_status = 'Approved' AND total_cents > 0)
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = new.show_id AND document_id = new.po_id
        UNION SELECT '' UNION SELECT creator_id FROM documents WHERE id = new.po_id
        UNION SELECT owner_id FROM documents WHERE id = new.po_id);
END;

-- A row that others refer to is deleted by looking for those: by these, and not through the whole table.
CREATE INDEX relief_of_po_line ON relief (po_line_id);
CREATE INDEX relief_of_invoice_line ON relief (invoice_line_id);
CREATE INDEX attachments_of_file ON attachments (file_id);
CREATE INDEX temporary_vendor_files_of_file ON temporary_vendor_files (file_id);
-- Former flows, too, are found by their document.
CREATE INDEX workflows_of_document ON workflows (show_id, document_id, created_at);
