import type { Database } from './database.ts';

/** Returns the day of the n-th Sunday of a month (January is 0). */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((7 - first) % 7) + 7 * (nth - 1);
}

/**
 * Returns the UTC hour of midnight in Los Angeles, by the law instead of a time zone table: clocks go forward at two on
 * the second Sunday of March, and back at two on the first Sunday of November.
 */
export function midnightHour(date: string): 7 | 8 {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const today = 100 * month + dayOfMonth;
  return today > 300 + sunday(year, 2, 2) && today <= 1100 + sunday(year, 10, 1) ? 7 : 8;
}

const captions = { PO: 'PO', INVOICE: 'Invoice', PAYMENT: 'Payment' } as const;

/** Events that ask for an approval: a digest lists the pending approvals instead (DEC-269). */
const approvalEvents = "'WAITING', 'SENT_BACK', 'NUDGE', 'REMINDER', 'ESCALATED', 'ESCALATED_AT_ONCE'";

/**
 * Returns every digest that is due now, as `{address}: {subject}`, by plain SQL: for users with e-mail notifications
 * who want digests of the type or have unsent digest items, in the shows in which they are active (EM-12, DEC-58).
 */
export function digestsDue(database: Database): string[] {
  const rows = database.rows<{ to: string; type: keyof typeof captions; waits: number; news: number }>(
    `WITH types(type) AS (VALUES ('PO'), ('INVOICE'), ('PAYMENT')),
     places AS (SELECT m.user_id, m.show_id FROM memberships m JOIN shows s ON s.id = m.show_id
       WHERE m.is_active = 1 AND s.is_active = 1),
     facts AS (SELECT u.username AS "to", type,
       CASE type WHEN 'PO' THEN u.consolidate_po_emails WHEN 'INVOICE' THEN u.consolidate_invoice_emails
         ELSE u.consolidate_payment_emails END AS wants,
       (SELECT count(*) FROM waiting_approvals w JOIN places p ON p.show_id = w.show_id AND p.user_id = w.user_id
         WHERE w.user_id = u.id AND w.type = types.type) AS waits,
       (SELECT count(*) FROM digest_items i JOIN places p ON p.show_id = i.show_id AND p.user_id = i.user_id
         WHERE i.user_id = u.id AND i.type = types.type AND i.sent_at IS NULL) AS open,
       (SELECT count(*) FROM digest_items i JOIN places p ON p.show_id = i.show_id AND p.user_id = i.user_id
         WHERE i.user_id = u.id AND i.type = types.type AND i.sent_at IS NULL
           AND i.event NOT IN (${approvalEvents})) AS news
       FROM users u, types WHERE u.is_active = 1 AND u.email_notifications = 1)
     SELECT "to", type, waits, news FROM facts WHERE (wants = 1 OR open > 0) AND waits + news > 0`,
  );
  return rows.map(({ to, type, waits, news }) => {
    const parts = [
      ...(waits > 0 ? [`${waits} waiting for your approval`] : []),
      ...(news > 0 ? [`${news} ${news === 1 ? 'update' : 'updates'}`] : []),
    ];
    return `${to}: ${captions[type]} digest: ${parts.join(', ')}`;
  });
}

/** Switches digests on for all users, and adds a second show with the members Hugo and Lena. */
export function addSecondShow(database: Database): void {
  database.rows(
    'UPDATE users SET consolidate_po_emails = 1, consolidate_invoice_emails = 1, consolidate_payment_emails = 1',
  );
  const copy = (table: string, columns: string, values: string, where: string) =>
    database.rows(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${where}`);
  const names = (table: string, but: readonly string[]) =>
    database
      .rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
      .map(({ name }) => name)
      .filter((name) => !but.includes(name));
  const again = (table: string, own: Record<string, string>, where: string) => {
    const rest = names(table, Object.keys(own));
    copy(table, [...Object.keys(own), ...rest].join(), [...Object.values(own), ...rest].join(), where);
  };
  again('shows', { id: "'bravo2'", slug: "'bravo'", name: "'Bravo'", license: "'SA-200'" }, "id = 'alpha1'");
  again('memberships', { show_id: "'bravo2'" }, "user_id IN ('hugo', 'lena')");
  again('show_settings', { show_id: "'bravo2'" }, "show_id = 'alpha1'");
  const order = "(SELECT id FROM documents WHERE type = 'PO' ORDER BY id LIMIT 1)";
  again('documents', { id: "'bravo2_order'", show_id: "'bravo2'" }, `id = ${order}`);
  again('purchase_orders', { document_id: "'bravo2_order'", show_id: "'bravo2'" }, `document_id = ${order}`);
  database.rows(
    `INSERT INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
     SELECT 'bravo2', 'hugo', 'PO', 'bravo2_order', id, '2026-11-20T09:00:00.000Z' FROM workflow_steps LIMIT 1`,
  );
}
