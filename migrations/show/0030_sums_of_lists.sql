-- What lists count is kept by currency, with what it comes to: the sum of a list is read as its number is (LS-46).
DROP TRIGGER documents_counted;
DROP TRIGGER documents_counted_off;
DROP TRIGGER documents_counted_anew;
DROP TRIGGER approvers_counted;
DROP TRIGGER approvers_counted_off;
DROP TRIGGER documents_counted_for_approvers;
DROP TABLE document_totals;
DROP TABLE document_counts;
DROP TABLE approver_counts;

CREATE TABLE document_totals (
  show_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  currency_code TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  cents INTEGER NOT NULL,
  -- named and null as the documents' own, so that a list counts by the condition that it selects by
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, type, status, submission_status, is_archived, currency_code)
) STRICT, WITHOUT ROWID;

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
  currency_code TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  cents INTEGER NOT NULL,
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived, currency_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE approver_counts (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  submission_status TEXT NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  currency_code TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  cents INTEGER NOT NULL,
  archived_at TEXT GENERATED ALWAYS AS (CASE is_archived WHEN 1 THEN '1' END) VIRTUAL,
  PRIMARY KEY (show_id, user_id, type, status, submission_status, is_archived, currency_code)
) STRICT, WITHOUT ROWID;

INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents)
  SELECT show_id, type, status, submission_status, archived_at IS NOT NULL, currency_code, count(*), sum(total_cents)
  FROM documents GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
    currency_code, total, cents)
  SELECT show_id, type, creator_id, owner_id, coalesce(department_id, ''), status, submission_status,
    archived_at IS NOT NULL, currency_code, count(*), sum(total_cents)
  FROM documents GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents)
  SELECT d.show_id, a.user_id, d.type, d.status, d.submission_status, d.archived_at IS NOT NULL, d.currency_code, count(*),
    sum(d.total_cents)
  FROM document_approvers a JOIN documents d ON d.id = a.document_id GROUP BY 1, 2, 3, 4, 5, 6, 7;

CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents)
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
      currency_code, total, cents)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1, new.total_cents)
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
END;

CREATE TRIGGER documents_counted_off AFTER DELETE ON documents BEGIN
  UPDATE document_totals SET total = total - 1, cents = cents - old.total_cents
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  UPDATE document_counts SET total = total - 1, cents = cents - old.total_cents
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
END;

CREATE TRIGGER documents_counted_anew
AFTER UPDATE OF show_id, type, status, submission_status, archived_at, creator_id, owner_id, department_id, currency_code,
  total_cents ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status OR old.owner_id <> new.owner_id
  OR old.department_id IS NOT new.department_id OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
  OR old.creator_id <> new.creator_id OR old.type <> new.type OR old.show_id <> new.show_id
  OR old.currency_code <> new.currency_code OR old.total_cents <> new.total_cents
BEGIN
  UPDATE document_totals SET total = total - 1, cents = cents - old.total_cents
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  UPDATE document_counts SET total = total - 1, cents = cents - old.total_cents
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents)
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
      currency_code, total, cents)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1, new.total_cents)
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
END;

CREATE TRIGGER approvers_counted AFTER INSERT ON document_approvers BEGIN
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents)
    SELECT show_id, new.user_id, type, status, submission_status, archived_at IS NOT NULL, currency_code, 1, total_cents
    FROM documents WHERE id = new.document_id
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
  INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
    SELECT d.show_id, new.user_id, coalesce(d.department_id, ''), d.currency_code, 1, d.total_cents,
      coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = d.show_id AND r.po_id = d.id), 0)
    FROM documents d WHERE d.id = new.document_id AND d.type = 'PO' AND d.submission_status = 'Approved'
      AND d.total_cents > 0 AND new.user_id NOT IN (d.creator_id, d.owner_id)
    ON CONFLICT DO UPDATE SET orders = orders + 1, committed_cents = committed_cents + excluded.committed_cents,
      invoiced_cents = invoiced_cents + excluded.invoiced_cents;
END;
CREATE TRIGGER approvers_counted_off AFTER DELETE ON document_approvers BEGIN
  UPDATE approver_counts SET total = total - 1,
      cents = cents - (SELECT total_cents FROM documents WHERE id = old.document_id)
    WHERE (show_id, user_id, type, status, submission_status, is_archived, currency_code) =
      (SELECT show_id, old.user_id, type, status, submission_status, archived_at IS NOT NULL, currency_code
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
AFTER UPDATE OF show_id, type, status, submission_status, archived_at, currency_code, total_cents ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status
  OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
  OR old.currency_code <> new.currency_code OR old.total_cents <> new.total_cents
BEGIN
  UPDATE approver_counts SET total = total - 1, cents = cents - old.total_cents
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = old.show_id AND document_id = old.id);
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents)
    SELECT show_id, user_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents
    FROM document_approvers WHERE show_id = new.show_id AND document_id = new.id
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents;
END;
