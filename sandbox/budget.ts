import { BooksRefusal } from './env.ts';

interface BudgetRow {
  name: string;
  currency_code: string;
  updated_at: string;
}

interface LineRow {
  id_code: string;
  description: string;
  amount_cents: number;
}

/** Returns the budget of a license with its lines in order. Throws 404 when the license has none. */
export async function readBudget(db: D1Database, license: string) {
  const row = await db
    .prepare('SELECT name, currency_code, updated_at FROM budgets WHERE license = ?')
    .bind(license)
    .first<BudgetRow>();
  if (row === null) throw new BooksRefusal(404, 'This license has no budget.');
  const { results } = await db
    .prepare(
      'SELECT id_code, description, amount_cents FROM budget_lines WHERE license = ? ORDER BY line_number',
    )
    .bind(license)
    .all<LineRow>();
  return {
    name: row.name,
    currencyCode: row.currency_code,
    updatedAt: row.updated_at,
    lines: results.map((line) => ({
      idCode: line.id_code,
      description: line.description,
      amountCents: line.amount_cents,
    })),
  };
}
