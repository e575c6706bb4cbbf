-- The sums of lists are also kept in the base currency: of the documents that have a total in it, the amount in their own
-- currency (rated_cents) and that total. No document has one yet.
DROP TRIGGER documents_counted;
DROP TRIGGER documents_counted_off;
DROP TRIGGER documents_counted_anew;
DROP TRIGGER approvers_counted;
DROP TRIGGER approvers_counted_off;
DROP TRIGGER documents_counted_for_approvers;
ALTER TABLE document_totals ADD COLUMN rated_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document_totals ADD COLUMN base_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document_counts ADD COLUMN rated_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document_counts ADD COLUMN base_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE approver_counts ADD COLUMN rated_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE approver_counts ADD COLUMN base_cents INTEGER NOT NULL DEFAULT 0;
-- Finds documents with another base currency.
CREATE INDEX documents_by_base ON documents (show_id, costing ->> '$.base') WHERE base_total_cents IS NOT NULL;

CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents,
    rated_cents, base_cents)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents, iif(new.base_total_cents IS NULL, 0, new.total_cents), coalesce(new.base_total_cents, 0))
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
      currency_code, total, cents,
    rated_cents, base_cents)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1, new.total_cents,
      iif(new.base_total_cents IS NULL, 0, new.total_cents), coalesce(new.base_total_cents, 0))
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
END;

CREATE TRIGGER documents_counted_off AFTER DELETE ON documents BEGIN
  UPDATE document_totals SET total = total - 1, cents = cents - old.total_cents,
      rated_cents = rated_cents - iif(old.base_total_cents IS NULL, 0, old.total_cents),
      base_cents = base_cents - coalesce(old.base_total_cents, 0)
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  UPDATE document_counts SET total = total - 1, cents = cents - old.total_cents,
      rated_cents = rated_cents - iif(old.base_total_cents IS NULL, 0, old.total_cents),
      base_cents = base_cents - coalesce(old.base_total_cents, 0)
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
END;

CREATE TRIGGER documents_counted_anew
AFTER UPDATE OF show_id, type, status, submission_status, archived_at, creator_id, owner_id, department_id, currency_code,
  total_cents, base_total_cents ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status OR old.owner_id <> new.owner_id
  OR old.department_id IS NOT new.department_id OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
  OR old.creator_id <> new.creator_id OR old.type <> new.type OR old.show_id <> new.show_id
  OR old.currency_code <> new.currency_code OR old.total_cents <> new.total_cents
  OR old.base_total_cents IS NOT new.base_total_cents
BEGIN
  UPDATE document_totals SET total = total - 1, cents = cents - old.total_cents,
      rated_cents = rated_cents - iif(old.base_total_cents IS NULL, 0, old.total_cents),
      base_cents = base_cents - coalesce(old.base_total_cents, 0)
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  UPDATE document_counts SET total = total - 1, cents = cents - old.total_cents,
      rated_cents = rated_cents - iif(old.base_total_cents IS NULL, 0, old.total_cents),
      base_cents = base_cents - coalesce(old.base_total_cents, 0)
    WHERE show_id = old.show_id AND type = old.type AND creator_id = old.creator_id AND owner_id = old.owner_id
      AND department_id = coalesce(old.department_id, '') AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code;
  INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents,
    rated_cents, base_cents)
    VALUES (new.show_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents, iif(new.base_total_cents IS NULL, 0, new.total_cents), coalesce(new.base_total_cents, 0))
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
  INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
      currency_code, total, cents,
    rated_cents, base_cents)
    VALUES (new.show_id, new.type, new.creator_id, new.owner_id, coalesce(new.department_id, ''), new.status,
      new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1, new.total_cents,
      iif(new.base_total_cents IS NULL, 0, new.total_cents), coalesce(new.base_total_cents, 0))
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
END;

CREATE TRIGGER approvers_counted AFTER INSERT ON document_approvers BEGIN
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents,
    rated_cents, base_cents)
    SELECT show_id, new.user_id, type, status, submission_status, archived_at IS NOT NULL, currency_code, 1, total_cents,
      iif(base_total_cents IS NULL, 0, total_cents), coalesce(base_total_cents, 0)
    FROM documents WHERE id = new.document_id
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
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
      cents = cents - (SELECT total_cents FROM documents WHERE id = old.document_id),
      rated_cents = rated_cents - (SELECT iif(base_total_cents IS NULL, 0, total_cents) FROM documents WHERE id = old.document_id),
      base_cents = base_cents - (SELECT coalesce(base_total_cents, 0) FROM documents WHERE id = old.document_id)
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
AFTER UPDATE OF show_id, type, status, submission_status, archived_at, currency_code, total_cents,
  base_total_cents ON documents
WHEN old.status <> new.status OR old.submission_status <> new.submission_status
  OR (old.archived_at IS NULL) <> (new.archived_at IS NULL)
  OR old.currency_code <> new.currency_code OR old.total_cents <> new.total_cents
  OR old.base_total_cents IS NOT new.base_total_cents
BEGIN
  UPDATE approver_counts SET total = total - 1, cents = cents - old.total_cents,
      rated_cents = rated_cents - iif(old.base_total_cents IS NULL, 0, old.total_cents),
      base_cents = base_cents - coalesce(old.base_total_cents, 0)
    WHERE show_id = old.show_id AND type = old.type AND status = old.status
      AND submission_status = old.submission_status AND is_archived = (old.archived_at IS NOT NULL)
      AND currency_code = old.currency_code
      AND user_id IN (SELECT user_id FROM document_approvers WHERE show_id = old.show_id AND document_id = old.id);
  INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents,
    rated_cents, base_cents)
    SELECT show_id, user_id, new.type, new.status, new.submission_status, new.archived_at IS NOT NULL, new.currency_code, 1,
      new.total_cents, iif(new.base_total_cents IS NULL, 0, new.total_cents), coalesce(new.base_total_cents, 0)
    FROM document_approvers WHERE show_id = new.show_id AND document_id = new.id
    ON CONFLICT DO UPDATE SET total = total + 1, cents = cents + excluded.cents,
      rated_cents = rated_cents + excluded.rated_cents, base_cents = base_cents + excluded.base_cents;
END;
