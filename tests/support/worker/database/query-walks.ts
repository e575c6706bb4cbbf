import { env } from 'cloudflare:workers';
import type { Asked } from './counting-d1.ts';

/** Tables that grow with what people do; the others hold what a show is set up with. */
const growing = [
  'documents',
  'purchase_orders',
  'invoices',
  'payments',
  'payment_invoices',
  'document_lines',
  'relief',
  'document_events',
  'workflows',
  'workflow_steps',
  'workflow_step_approvers',
  'step_approvals',
  'waiting_approvals',
  'document_approvers',
  'approval_history',
  'change_orders',
  'notes',
  'attachments',
  'files',
  'send_history',
  'vendors',
  'temporary_vendors',
  'vendor_addresses',
  'vendor_contacts',
  'outbox',
  'webhook_answers',
  'idempotency',
  'pdf_tasks',
  'bulk_runs',
  'bulk_items',
  'digest_items',
  'mailed_links',
  'search_rows',
  'sessions',
  'users',
  'memberships',
  'shows',
  'recent_shows',
  'password_links',
  'pending_sign_ins',
  'sign_in_attempts',
];

/** What may walk a whole table, and why. */
export const admitted: { step: RegExp; sql: RegExp; why: string }[] = [
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
    step: /outbox_open|bulk_runs_open|digest_items_open|documents_unsealed|workflows_by_template|purchase_orders_changing/,
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
    sql: /instr\(lower\(/,
    why: 'a vendor is found by any part of his name; they come with the books, and not with documents',
  },
];

interface Finding {
  step: string;
  sql: string;
}

/** Steps of a plan that read a growing table from end to end, or by nothing narrower than its show. */
export async function walks(statement: Asked): Promise<Finding[]> {
  const { results } = await env[statement.database]
    .prepare(`EXPLAIN QUERY PLAN ${statement.sql}`)
    .bind(...statement.params)
    .all<{ detail: string }>();
  const aliases = new Map(
    [...statement.sql.matchAll(/(?:from|join|,)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi)].map(
      ([, of = '', alias = '']) => [alias, of],
    ),
  );
  return results.flatMap(({ detail }) => {
    const [, all, ofShow] = /^SCAN (\w+)|^SEARCH (\w+) .*\(show_id=\?\)$/.exec(detail) ?? [];
    const named = all ?? ofShow ?? '';
    const table = growing.includes(named) ? named : (aliases.get(named) ?? '');
    const isWhole = growing.includes(table) && !/VIRTUAL TABLE/.test(detail);
    return isWhole ? [{ step: detail, sql: statement.sql }] : [];
  });
}
