import { rowsOf } from '../fixtures/studio.ts';

const state = 'd.status, d.submission_status, d.archived_at IS NOT NULL, d.currency_code';
const kept = 'status, submission_status, is_archived, currency_code, total, cents, rated_cents, base_cents';
const sums = `count(*), sum(d.total_cents), sum(iif(d.base_total_cents IS NULL, 0, d.total_cents)),
  sum(coalesce(d.base_total_cents, 0))`;
const listed = `SELECT w.show_id, w.document_id, a.user_id FROM workflows w
  JOIN workflow_steps s ON s.workflow_id = w.id JOIN workflow_step_approvers a ON a.step_id = s.id WHERE w.is_latest = 1
  UNION SELECT w.show_id, w.document_id, c.user_id FROM workflows w
  JOIN cover_decisions c ON c.workflow_id = w.id JOIN covers v ON v.id = c.cover_id
  WHERE w.is_latest = 1 AND v.ended_at IS NULL AND v.end_mailed_at IS NULL`;

/** Each counter table, and a query that recounts it. */
const tables: Record<string, { kept: string; counted: string }> = {
  document_totals: {
    kept: `SELECT show_id, type, ${kept} FROM document_totals WHERE total <> 0 OR cents <> 0 OR rated_cents <> 0 OR base_cents <> 0`,
    counted: `SELECT d.show_id, d.type, ${state}, ${sums} FROM documents d GROUP BY 1, 2, 3, 4, 5, 6`,
  },
  document_counts: {
    kept: `SELECT show_id, type, creator_id, owner_id, department_id, ${kept} FROM document_counts WHERE total <> 0 OR cents <> 0 OR rated_cents <> 0 OR base_cents <> 0`,
    counted: `SELECT d.show_id, d.type, d.creator_id, d.owner_id, coalesce(d.department_id, ''), ${state}, ${sums}
      FROM documents d GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  },
  document_approvers: {
    kept: 'SELECT show_id, document_id, user_id FROM document_approvers',
    counted: listed,
  },
  approver_counts: {
    kept: `SELECT show_id, user_id, type, ${kept} FROM approver_counts WHERE total <> 0 OR cents <> 0 OR rated_cents <> 0 OR base_cents <> 0`,
    counted: `SELECT d.show_id, l.user_id, d.type, ${state}, ${sums} FROM documents d
      JOIN (${listed}) l ON l.document_id = d.id GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  },
  commitments: {
    kept: `SELECT show_id, user_id, department_id, currency_code, orders, committed_cents, invoiced_cents
      FROM commitments WHERE orders <> 0 OR committed_cents <> 0 OR invoiced_cents <> 0`,
    counted: `SELECT d.show_id, p.user_id, coalesce(d.department_id, ''), d.currency_code, count(*), sum(d.total_cents),
        sum(coalesce((SELECT sum(r.amount_cents) FROM relief r WHERE r.po_id = d.id), 0))
      FROM documents d JOIN (SELECT document_id, user_id FROM (${listed})
        UNION SELECT id, creator_id FROM documents UNION SELECT id, owner_id FROM documents
        UNION SELECT id, '' FROM documents) p ON p.document_id = d.id
      WHERE d.type = 'PO' AND d.submission_status = 'Approved' AND d.total_cents > 0 GROUP BY 1, 2, 3, 4`,
  },
};

/** Returns the differences between the counters of the first show and a recount, by table; empty when they agree. */
export async function wrongCounts(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, of] of Object.entries(tables)) {
    const onlyKept = await rowsOf(
      'alpha1',
      `SELECT * FROM (${of.kept}) EXCEPT SELECT * FROM (${of.counted})`,
    );
    const missing = await rowsOf('alpha1', `SELECT * FROM (${of.counted}) EXCEPT SELECT * FROM (${of.kept})`);
    const wrong = [...onlyKept, ...missing];
    if (wrong.length > 0) found[name] = wrong;
  }
  return found;
}
