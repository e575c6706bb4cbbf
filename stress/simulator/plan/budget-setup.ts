import { budgetAccounts, companyId } from '../budget-calls.ts';
import { snapshotSql } from '../budget-snapshot.ts';
import type { InitialState } from '../initial-state.ts';
import { insertRows, showId } from '../studio.ts';

const at = '2026-11-20T09:00:00.000Z';

/**
 * What the budget was when a vote was stored, before what it counts itself, and whether the day of an entry was in a
 * closed period.
 */
const budgetLog = [
  'CREATE TABLE simulated_budgets (document_id TEXT, seq INTEGER, finals TEXT, counted TEXT, accounts TEXT)',
  'CREATE TABLE simulated_entries (document_id TEXT, seq INTEGER)',
  `CREATE TRIGGER simulated_budget AFTER INSERT ON document_events WHEN NEW.action = 'approve' BEGIN
    INSERT INTO simulated_budgets SELECT NEW.document_id, NEW.seq, finals, counted, accounts
      FROM (${snapshotSql('NEW.document_id')}); END`,
  `CREATE TRIGGER simulated_entry AFTER INSERT ON document_events WHEN NEW.payload ->> 'period' IS NOT NULL BEGIN
    INSERT INTO simulated_entries SELECT NEW.document_id, NEW.seq FROM accounting_periods p WHERE p.status = 'CLOSED'
      AND (p.name = NEW.payload ->> 'period'
        OR NEW.payload ->> 'effectiveDay' BETWEEN p.first_day AND p.last_day); END`,
];

/**
 * A show with a budget, accounting periods, and a base currency if wanted; everybody sees whether a document is over,
 * and an order line is never relieved beyond its amount.
 */
export function setupBudget(
  { database }: InitialState,
  { cents, hasBaseCurrency }: { cents: number; hasBaseCurrency: boolean },
): void {
  for (const statement of budgetLog) database.rows(statement);
  database.rows(
    `UPDATE show_settings SET settings = json_set(settings, '$.budgetOnDecision', 'ANSWER', '$.overReliefMode', 'REFUSE',
       '$.accountingPeriods', json('true'), '$.baseCurrency', ?)`,
    hasBaseCurrency ? 'CAD' : null,
  );
  const budget = { show_id: showId, budget_id: 'budget1' };
  const by = { by_id: 'ada', by_name: 'ada Stone', at };
  const period = { show_id: showId, project_company_external_id: companyId, pattern: 'NUMBERS' };
  const cent = hasBaseCurrency ? Math.round(cents * 1.36) : cents;
  insertRows(database, {
    account_parts: [
      {
        show_id: showId,
        part_config_id: 'acc',
        account_part_id: 'acc-6200',
        id_code: '6200',
        description: 'Props',
        part_order: 2,
      },
    ],
    exchange_rates: hasBaseCurrency
      ? [{ show_id: showId, currency_code: 'USD', day: '2026-11-01', rate: '1.36' }]
      : [],
    budgets: [
      {
        show_id: showId,
        id: 'budget1',
        number: 1,
        name: 'First',
        status: 'LOCKED',
        currency_code: hasBaseCurrency ? 'CAD' : 'USD',
        revision: 1,
        created_by: 'ada',
        created_by_name: 'ada Stone',
        created_at: at,
      },
    ],
    budget_lines: budgetAccounts.map((account, position) => ({
      ...budget,
      account,
      position,
      kind: 'ACCOUNT',
      original_cents: cent,
    })),
    budget_changes: [
      {
        ...budget,
        ...by,
        revision: 1,
        kind: 'CREATED',
        entries: JSON.stringify(
          budgetAccounts.map((account) => ({ account, cents: cent, finalCents: cent })),
        ),
      },
    ],
    accounting_periods: ['10', '11', '12'].map((month, index) => ({
      ...period,
      number: index + 1,
      name: `Period ${index + 1}`,
      first_day: `2026-${month}-01`,
      last_day: `2026-${month}-${month === '11' ? 30 : 31}`,
      status: month === '10' ? 'CLOSED' : 'OPEN',
    })),
  });
}
