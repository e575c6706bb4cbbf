import { inShow } from './studio-rows.ts';
import { rowsOf } from './studio.ts';

const show = 'alpha1';
const ids = inShow(show);

/** SQL that makes a number of every row of `n` in a range; its only column is `i`. */
const numbers = 'WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)';

/** Ids that begin with their show, apart for every kind of row. */
const id = (kind: string) => `'${show}_' || printf('${kind}%0${32 - kind.length}x', i)`;

const types: Record<string, string> = { PO: 'a', INVOICE: 'b', PAYMENT: 'c' };

/** Every tenth is a draft, every hundredth waits for Lena, the others are approved; sixty vendors, two departments. */
async function addDocuments(type: string, from: number, to: number): Promise<void> {
  const state = (draft: string, waiting: string, approved: string) =>
    `CASE WHEN i % 100 = 0 THEN '${waiting}' WHEN i % 10 = 0 THEN '${draft}' ELSE '${approved}' END`;
  const kind = types[type] ?? '';
  await rowsOf(
    show,
    `${numbers} INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort,
      business_day, description, department_id, department_name, vendor_number, vendor_name, currency_code,
      total_cents, creator_id, creator_name, owner_id, milestones, created_at, updated_at)
    SELECT ${id(kind)}, '${show}', '${type}', ${state('DRAFT', 'SUBMITTED_FOR_APPROVAL', 'APPROVED')},
      ${state('Draft', 'Submitted for approval', 'Approved')}, 1, printf('%06d', i), printf('%010d', i),
      date('2025-01-01', (i % 700) || ' days'), 'Goods ' || i, iif(i % 3 = 0, '${ids.department('grip')}', '${ids.department('art')}'),
      iif(i % 3 = 0, 'Grip', 'Art'), 'V' || (i % 60), 'Vendor ' || (i % 60), 'USD', (i * 7919) % 1000000,
      CASE WHEN i < 500 THEN 'dana' ELSE 'wendy' END, 'Somebody', CASE WHEN i < 500 THEN 'dana' ELSE 'wendy' END,
      '["FULL_APPROVAL"]', '2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00.000Z' FROM n`,
    from,
    to,
  );
  const own: Record<string, string> = {
    PO: `purchase_orders (document_id, show_id) SELECT ${id(kind)}, '${show}' FROM n`,
    INVOICE: `invoices (document_id, show_id, amount_cents) SELECT ${id(kind)}, '${show}', 100 FROM n`,
    PAYMENT: `payments (document_id, show_id, external_id, payment_type, imported_at)
      SELECT ${id(kind)}, '${show}', 'volume' || i, 'ACH', '2026-01-05' FROM n`,
  };
  await rowsOf(show, `${numbers} INSERT INTO ${own[type]}`, from, to);
  await addFlows(kind, type, from, to);
}

/** Each has a flow of two steps with Lena, Hugo and Otto, two lines, two events and a note. */
async function addFlows(kind: string, type: string, from: number, to: number): Promise<void> {
  const add = (insert: string) => rowsOf(show, `${numbers} INSERT INTO ${insert}`, from, to);
  const at = `'2026-01-05T09:00:00.000Z'`;
  const flow = id(`${kind}f`);
  const document = id(kind);
  await add(`workflows (id, show_id, document_id, template_id, final_order, created_at)
    SELECT ${flow}, '${show}', ${document}, 'alpha1_flow', 2, ${at} FROM n`);
  for (const order of [1, 2])
    await add(`workflow_steps (id, show_id, workflow_id, step_order, name, kind, approvals_needed)
      SELECT ${id(`${kind}${order}`)}, '${show}', ${flow}, ${order}, 'Step', 'STANDARD', 1 FROM n`);
  for (const [order, name] of [
    [1, 'lena'],
    [2, 'hugo'],
    [2, 'otto'],
  ] as const)
    await add(`workflow_step_approvers (show_id, step_id, user_id, document_id, name, initials, position)
      SELECT '${show}', ${id(`${kind}${order}`)}, '${name}', ${document}, '${name}', 'X', 0 FROM n`);
  await add(`step_approvals (show_id, step_id, user_id, document_id, at, event_seq)
    SELECT '${show}', ${id(`${kind}1`)}, 'lena', ${document}, ${at}, 2 FROM n WHERE i % 10 <> 0`);
  await add(`waiting_approvals (show_id, user_id, type, document_id, step_id, since)
    SELECT '${show}', 'lena', '${type}', ${document}, ${id(`${kind}1`)}, ${at} FROM n WHERE i % 100 = 0 AND i < 3000`);
  for (const line of [1, 2])
    await add(`document_lines (id, show_id, document_id, line_number, total_cents)
      SELECT ${id(`${kind}e${line}`)}, '${show}', ${document}, ${line}, 100 FROM n`);
  await add(`document_events (document_id, seq, show_id, action, history_type, actor_id, actor_name, at, previous_hash, hash)
    SELECT ${document}, 1, '${show}', 'submit', 'SUBMITTED', 'dana', 'Dana', ${at}, '', 'first of ' || i FROM n`);
  await add(`notes (id, show_id, document_id, key_id, content, commenter_id, commenter_name, created_at, updated_at)
    SELECT ${id(`${kind}d`)}, '${show}', ${document}, 'key', 'Seen', 'dana', 'Dana', ${at}, ${at} FROM n`);
}

/** Brings the first show to so many documents of each type, from `from` on. */
export async function addVolume(from: number, to: number): Promise<void> {
  for (const type of Object.keys(types)) await addDocuments(type, from, to);
}

/** The id of the volume's document of a number. */
export const volumeId = (type: 'PO' | 'INVOICE' | 'PAYMENT', i: number) =>
  `${show}_${types[type]}${i.toString(16).padStart(31, '0')}`;
