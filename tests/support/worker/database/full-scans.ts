import { env } from 'cloudflare:workers';
import { growingTables } from '../../growing-tables.ts';
import type { ExecutedQuery } from './counting-d1.ts';

/** Allowed full scans, with the reason. */
const allowedScans: { step: RegExp; sql: RegExp; why: string }[] = [
  {
    step: /./,
    sql: /\bAS moved\b/,
    why: 'a show that moves to another shard is read from end to end, by its show or by ids that begin with it',
  },
  {
    step: /./,
    sql: /^insert into "?(documents|document_lines|workflow_steps|vendors|bank_accounts)\b/i,
    why: 'SQLite looks for the orphans of a new row only while a foreign key is broken, and none ever is',
  },
  {
    step: /outbox_open|bulk_runs_open|digest_items_open|documents_unsealed|notes_open_questions|workflows_by_template|purchase_orders_changing/,
    sql: /./,
    why: 'these indexes hold only what is still to be done',
  },
  {
    step: /digest_items USING PRIMARY KEY/,
    sql: /./,
    why: 'what digests have told is removed soon after: a show has those of a few days',
  },
  {
    step: /^SCAN memberships/,
    sql: /"consolidate_po_emails"/,
    why: 'once a day the shows are looked for in which anybody wants a digest',
  },
  {
    step: /^SEARCH memberships/,
    sql: /./,
    why: 'the people of one show are its crew, and asked for as such',
  },
  {
    step: /^SCAN shows/,
    sql: /"shows"\."studio_id" (= \?|IN \(SELECT .*\)) or/s,
    why: 'the shows of a studio are listed by name for its administrators, with their own of other studios among them',
  },
  {
    step: /^SCAN shows USING COVERING INDEX shows_by_shard/,
    sql: /group by "shows"\."shard"/,
    why: 'a new show goes to the shard that has the fewest',
  },
  {
    step: /approval_history_by_document/,
    sql: /INSERT INTO replaced_terms/,
    why: 'the terms of a company are seldom replaced',
  },
  {
    step: /vendors_by_name/,
    sql: /instr\(folded\.text/,
    why: 'a vendor is found by any part of his name; they come with the books, and not with documents',
  },
  {
    step: /^SEARCH e /,
    sql: /FROM account_estimates e .* AND NOT EXISTS/s,
    why: 'verification follows the estimates of a show, which accountants type',
  },
];

interface Finding {
  step: string;
  sql: string;
}

/** The growing tables that a step of this statement's plan scans entirely, or by the show alone. */
function fullScansOf({ sql }: ExecutedQuery, steps: readonly string[]): Finding[] {
  const aliases = new Map(
    [...sql.matchAll(/(?:from|join|,)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi)].map(
      ([, of = '', alias = '']) => [alias, of],
    ),
  );
  return steps.flatMap((step) => {
    const [, all, ofShow] = /^SCAN (\w+)|^SEARCH (\w+) .*\(show_id=\?\)$/.exec(step) ?? [];
    const named = all ?? ofShow ?? '';
    const table = growingTables.includes(named) ? named : (aliases.get(named) ?? '');
    const isWhole = growingTables.includes(table) && !/VIRTUAL TABLE/.test(step);
    return isWhole ? [{ step, sql }] : [];
  });
}

/** One call to the database for each would take longer than the plans. */
const batchSize = 100;

async function findFullScans(statements: readonly ExecutedQuery[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const database of ['DIRECTORY', 'SHOWS_0', 'SHOWS_1'] as const) {
    const own = statements.filter((one) => one.database === database);
    for (let start = 0; start < own.length; start += batchSize) {
      const part = own.slice(start, start + batchSize);
      const plans = await env[database].batch<{ detail: string }>(
        part.map(({ sql, params }) => env[database].prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)),
      );
      for (const [index, statement] of part.entries())
        found.push(
          ...fullScansOf(
            statement,
            plans[index]!.results.map(({ detail }) => detail),
          ),
        );
    }
  }
  return found;
}

/** Returns the scans of all these statements that are not allowed, each text once. */
export async function unexpectedScans(statements: readonly ExecutedQuery[]): Promise<string[]> {
  const byText = new Map(statements.map((one) => [one.sql, one]));
  const found = new Map<string, string>();
  for (const { step, sql: text } of await findFullScans([...byText.values()]))
    if (!allowedScans.some((one) => one.sql.test(text) && one.step.test(step))) found.set(text, step);
  return [...found].map(([text, step]) => `${step}: ${text}`);
}
