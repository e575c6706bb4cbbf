import { expect } from 'vitest';
import { as } from './studio-client.ts';
import { inShow } from './studio-rows.ts';
import type { PersonName, Row } from './studio-rows.ts';
import { insertsOf, setSettings, shardOf, studioEnv, sql } from './studio.ts';

const ids = inShow('alpha1');
const at = '2026-11-03T09:00:00.000Z';

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  await shardOf.alpha1.batch(insertsOf(shardOf.alpha1, table, rows));
}

/** Opens the invoices of the first show for everybody, with a flow of one step: Lena or Luis. */
export async function openInvoices(): Promise<void> {
  await studioEnv.DIRECTORY.batch([
    studioEnv.DIRECTORY.prepare(`UPDATE shows SET features = '["APIA"]' WHERE id = 'alpha1'`),
    studioEnv.DIRECTORY.prepare(
      `UPDATE memberships SET invoice_module_visible = 1, void_invoice = 1 WHERE show_id = 'alpha1'`,
    ),
  ]);
  await setSettings('alpha1', { invoiceModuleVisible: true });
  await insert('workflow_templates', [
    {
      id: 'alpha1_bills',
      show_id: 'alpha1',
      slug: 'bills',
      name: 'Bills',
      template_type: 'INVOICE',
      created_at: at,
    },
  ]);
  await insert('workflow_template_steps', [
    {
      id: 'alpha1_bills1',
      show_id: 'alpha1',
      template_id: 'alpha1_bills',
      step_order: 1,
      name: 'Accounts',
      kind: 'STANDARD',
      amount_limit_cents: null,
      approvals_needed: 1,
    },
  ]);
  await insert(
    'workflow_template_approvers',
    ['lena', 'luis'].map((name, position) => ({
      show_id: 'alpha1',
      step_id: 'alpha1_bills1',
      user_id: name,
      position,
    })),
  );
  await sql.alpha`UPDATE show_settings SET default_invoice_workflow_id = 'alpha1_bills'
    WHERE show_id = 'alpha1'`;
}

let counter = 0;
const unique = () => `alpha1_${(counter += 1).toString(16).padStart(32, '0')}`;

export interface SeededOrder {
  id: string;
  number: string;
  lines: { id: string; lineNumber: number; cents: number }[];
}

/** An approved order of Lumen in the books, its lines costing `cents` each; with `own` columns it is in the rows alone. */
export async function order(cents: readonly number[], own: Row = {}): Promise<SeededOrder> {
  const id = unique();
  const number = String(90_000 + counter);
  const total = cents.reduce((sum, one) => sum + one, 0);
  await insert('documents', [
    {
      ...header(id, number, total),
      status: 'APPROVED',
      submission_status: 'Approved',
      milestones: '["SAVED_AS_DRAFT","FULL_APPROVAL"]',
      found_in_accounting: 1,
      ...own,
    },
  ]);
  await insert('purchase_orders', [
    {
      document_id: id,
      show_id: 'alpha1',
      prefix: 'ART',
      project_company_external_id: 'pc1',
      company_external_id: 'co1',
      currency_external_id: 'usd1',
      vendor: JSON.stringify({ id: ids.vendor('lumen'), name: 'Lumen Rentals', isTemporary: false }),
    },
  ]);
  const lines = cents.map((one, index) => ({ id: unique(), lineNumber: index + 1, cents: one }));
  await insert(
    'document_lines',
    lines.map((line) => ({
      id: line.id,
      show_id: 'alpha1',
      document_id: id,
      line_number: line.lineNumber,
      description: `Line ${line.lineNumber}`,
      unit_cost_cents: line.cents,
      total_cents: line.cents,
      coding: '{"ACCOUNT":"6100"}',
    })),
  );
  await begin(id);
  if (Object.keys(own).length === 0) await must(as('ada').post(`/api/pos/push/${id}`));
  return { id, number, lines };
}

function header(id: string, number: string, cents: number): Row {
  return {
    id,
    show_id: 'alpha1',
    type: 'PO',
    version: 1,
    number,
    number_sort: number,
    business_day: '2026-11-03',
    description: 'Set dressing',
    department_id: ids.department('art'),
    department_name: 'Art',
    vendor_id: ids.vendor('lumen'),
    vendor_external_id: 'lumen',
    vendor_number: 'N-lumen',
    vendor_name: 'Lumen Rentals',
    currency_code: 'USD',
    total_cents: cents,
    creator_id: 'dana',
    creator_name: 'Dana Stone',
    owner_id: 'dana',
    created_at: at,
    updated_at: at,
  };
}

async function begin(id: string): Promise<void> {
  await insert('document_events', [
    {
      document_id: id,
      seq: 1,
      show_id: 'alpha1',
      action: 'create',
      actor_id: 'dana',
      actor_name: 'Dana Stone',
      at,
      previous_hash: '',
      hash: `first of ${id}`,
    },
  ]);
}

/** What a line of a bill says; no `line` means the order as a whole, no `of` no order at all. */
export interface BillLine {
  of?: Pick<SeededOrder, 'number' | 'lines'>;
  line?: number;
  cents: number;
}

/** The body of an invoice of Lumen's over these lines. */
export function billBody(lines: readonly BillLine[], own: Record<string, unknown> = {}) {
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  counter += 1;
  return {
    showId: 'alpha1',
    number: `B-${counter}`,
    date: '2026-11-03',
    dueDate: '2026-12-03',
    amount: cents / 100,
    description: 'Set dressing',
    department: { id: ids.department('art'), name: 'Art' },
    vendor: { id: ids.vendor('lumen'), name: 'Lumen Rentals' },
    vendorAddress: { id: ids.vendorAddress('lumen') },
    projectCompanyExternalId: 'pc1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'usd1',
    lineItems: lines.map((line, index) => ({
      keyId: `line ${index + 1}`,
      description: `Bill line ${index + 1}`,
      amount: line.cents / 100,
      coding: { ACCOUNT: '6100' },
      referencePo: line.of?.number ?? '',
      referencePoLineNumber: line.line ?? null,
    })),
    ...own,
  };
}

/** A draft invoice of Ivan's with its attachment; answers its id. */
export async function bill(lines: readonly BillLine[], own: Record<string, unknown> = {}): Promise<string> {
  const file = await as('ivan').upload({ name: 'bill.pdf', bytes: '%PDF-1.4\nbill' }, { owner: 'invoice' });
  const attachments = [{ attachmentId: file.body.attachmentId, label: 'bill.pdf' }];
  const answer = await as('ivan').post<{ id: string }>(
    '/api/invoices',
    billBody(lines, { attachments, ...own }),
  );
  expect(answer.status, JSON.stringify([file.body, answer.body])).toBe(201);
  return answer.body.id;
}

type Word = 'approval' | 'revision' | 'void' | 'deny';

export async function submitBill(id: string) {
  return as('ivan').put(`/api/invoices/${id}/submit`);
}

export async function pullBill(id: string) {
  return as('ivan').put(`/api/invoices/${id}/pull`);
}

/** Approve, revise, void or deny the invoice, as Lena unless somebody else is named. */
export async function actOnBill(id: string, word: Word, name: PersonName = 'lena') {
  const [flow] = await sql.alpha<{
    workflow_id: string | null;
    current_step_id: string | null;
  }>`SELECT workflow_id, current_step_id FROM documents WHERE id = ${id}`;
  return as(name).post(`/api/workflows/${word}`, {
    docId: id,
    docType: 'INVOICE',
    showId: 'alpha1',
    workflowId: flow?.workflow_id ?? null,
    workflowStepId: flow?.current_step_id ?? null,
    reason: 'Because',
  });
}

/** A bill that counts. */
export async function submittedBill(
  lines: readonly BillLine[],
  own: Record<string, unknown> = {},
): Promise<string> {
  const id = await bill(lines, own);
  const answer = await submitBill(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return id;
}

export async function must(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
}
