/**
 * Rows that triggers maintain for a show's documents, approvers and relief (0011_search.sql, 0012_counts.sql,
 * 0030_sums_of_lists.sql, 0066_search_sources.sql), computed at once after a bulk load; `?1` is the show. Ordered by dependency, and each by its
 * key. Only key indexes exist at that time, and no other is needed.
 */
const derivedRows: readonly string[] = [
  `INSERT INTO search_rows (document_id) SELECT id FROM documents WHERE show_id = ?1 ORDER BY rowid`,
  `INSERT INTO search_text (rowid, show, number, words)
    SELECT r.id, '<' || d.show_id || '>', d.number, d.vendor_name || ' ' || d.description
    FROM documents d CROSS JOIN search_rows r ON r.document_id = d.id WHERE d.show_id = ?1 ORDER BY d.rowid`,
  // Files of the show itself were written, and indexed, before the bulk load.
  `INSERT OR IGNORE INTO search_sources (kind, source_id)
    SELECT * FROM (SELECT 'LINE', id FROM document_lines WHERE show_id = ?1 ORDER BY rowid)
    UNION ALL SELECT 'NOTE', id FROM notes WHERE show_id = ?1
    UNION ALL SELECT 'FILE', id FROM files WHERE show_id = ?1`,
  `INSERT INTO source_text (rowid, show, line, account, note, file)
    WITH texts AS (
      SELECT s.id, l.show_id, l.description || ' ' || l.note AS line, coalesce(l.coding ->> 'ACCOUNT', '') AS account,
        '' AS note, '' AS file
      FROM document_lines l CROSS JOIN search_sources s ON s.source_id = l.id AND s.kind = 'LINE' WHERE l.show_id = ?1
      UNION ALL SELECT s.id, n.show_id, '', '', n.content, ''
      FROM notes n CROSS JOIN search_sources s ON s.source_id = n.id AND s.kind = 'NOTE' WHERE n.show_id = ?1
      UNION ALL SELECT s.id, f.show_id, '', '', '', f.label
      FROM files f CROSS JOIN search_sources s ON s.source_id = f.id AND s.kind = 'FILE' WHERE f.show_id = ?1
    )
    SELECT id, '<' || show_id || '>', line, account, note, file FROM texts
    WHERE id NOT IN (SELECT rowid FROM source_text)`,
  `INSERT INTO document_totals (show_id, type, status, submission_status, is_archived, currency_code, total, cents,
      rated_cents, base_cents)
    SELECT show_id, type, status, submission_status, archived_at IS NOT NULL, currency_code, count(*), sum(total_cents),
      sum(iif(base_total_cents IS NULL, 0, total_cents)), sum(coalesce(base_total_cents, 0))
    FROM documents WHERE show_id = ?1 GROUP BY 1, 2, 3, 4, 5, 6`,
  `INSERT INTO document_counts (show_id, type, creator_id, owner_id, department_id, status, submission_status, is_archived,
      currency_code, total, cents,
      rated_cents, base_cents)
    SELECT show_id, type, creator_id, owner_id, coalesce(department_id, ''), status, submission_status,
      archived_at IS NOT NULL, currency_code, count(*), sum(total_cents),
      sum(iif(base_total_cents IS NULL, 0, total_cents)), sum(coalesce(base_total_cents, 0))
    FROM documents WHERE show_id = ?1 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  `INSERT INTO document_approvers (show_id, document_id, user_id)
    SELECT DISTINCT a.show_id, a.document_id, a.user_id
    FROM workflow_step_approvers a CROSS JOIN workflow_steps s ON s.id = a.step_id
      CROSS JOIN workflows w ON w.id = s.workflow_id
    WHERE a.show_id = ?1 AND w.is_latest = 1 ORDER BY 2, 3`,
  `INSERT INTO approver_counts (show_id, user_id, type, status, submission_status, is_archived, currency_code, total, cents,
      rated_cents, base_cents)
    SELECT a.show_id, a.user_id, d.type, d.status, d.submission_status, d.archived_at IS NOT NULL, d.currency_code, count(*),
      sum(d.total_cents), sum(iif(d.base_total_cents IS NULL, 0, d.total_cents)), sum(coalesce(d.base_total_cents, 0))
    FROM document_approvers a CROSS JOIN documents d ON d.id = a.document_id
    WHERE a.show_id = ?1 GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `WITH orders AS MATERIALIZED (
      SELECT d.id, d.creator_id, d.owner_id, coalesce(d.department_id, '') AS department_id, d.currency_code,
        d.total_cents, coalesce(r.cents, 0) AS invoiced_cents
      FROM documents d LEFT JOIN (
        SELECT po_id, sum(amount_cents) AS cents FROM relief WHERE show_id = ?1 GROUP BY po_id
      ) r ON r.po_id = d.id
      WHERE d.show_id = ?1 AND d.type = 'PO' AND d.submission_status = 'Approved' AND d.total_cents > 0
    ), people AS (
      SELECT document_id, user_id FROM document_approvers WHERE show_id = ?1
      UNION SELECT id, creator_id FROM orders UNION SELECT id, owner_id FROM orders UNION SELECT id, '' FROM orders
    )
    INSERT INTO commitments (show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents)
    SELECT ?1, p.user_id, o.department_id, o.currency_code, count(*), sum(o.total_cents), sum(o.invoiced_cents)
    FROM people p CROSS JOIN orders o ON o.id = p.document_id GROUP BY 2, 3, 4`,
];

export async function addDerivedRows(db: D1Database, showId: string): Promise<void> {
  for (const sql of derivedRows) await db.prepare(sql).bind(showId).run();
}
