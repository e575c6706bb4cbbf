/**
 * Deletes the postings and planned failures of a license; its master data stays, and released payments are open again.
 */
export async function resetBooks(db: D1Database, license: string): Promise<void> {
  const emptied = [
    'ledger_entries',
    'switches',
    'invoice_lines',
    'invoices',
    'purchase_order_lines',
    'purchase_orders',
  ].map((table) => db.prepare(`DELETE FROM ${table} WHERE license = ?`).bind(license));
  const reopened = db
    .prepare(
      `UPDATE payments SET status = 'OPEN', released_at = NULL WHERE license = ? AND status = 'RELEASED'`,
    )
    .bind(license);
  await db.batch([...emptied, reopened]);
}
