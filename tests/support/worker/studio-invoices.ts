import { expect } from 'vitest';
import type { Invoice, InvoiceDraft } from '#domain/invoices/invoice';
import type { ActionBody, Answer } from './studio-client.ts';
import { as } from './studio-client.ts';
import { inShow } from './studio-rows.ts';
import type { PersonName } from './studio-rows.ts';
import { openStudio, setSettings, studioEnv, sql } from './studio.ts';

const ids = inShow('alpha1');
const at = '2026-01-05T09:00:00.000Z';

interface Level {
  id: string;
  kind: 'STANDARD' | 'DEPARTMENT';
  limit: number | null;
  approvers: readonly PersonName[];
}

/** Up to 1,000.00 Lena or Luis ends it, up to 50,000.00 Hugo. */
const levels: readonly Level[] = [
  { id: 'alpha1_bill1', kind: 'DEPARTMENT', limit: null, approvers: ['abel', 'grace'] },
  { id: 'alpha1_bill2', kind: 'STANDARD', limit: 100_000, approvers: ['lena', 'luis'] },
  { id: 'alpha1_bill3', kind: 'STANDARD', limit: 5_000_000, approvers: ['hugo'] },
];

/**
 * The studio with the invoice module in its first show: for everybody but Dana; Carl sees the art department's invoices,
 * Wendy and Ada all; Abel, Lena, Otto and Ada may void.
 */
export async function openInvoiceStudio(): Promise<void> {
  await openStudio();
  const people = (set: string, names: string) =>
    studioEnv.DIRECTORY.prepare(
      `UPDATE memberships SET ${set} WHERE show_id = 'alpha1' AND user_id IN (${names})`,
    );
  await studioEnv.DIRECTORY.batch([
    studioEnv.DIRECTORY.prepare(`UPDATE shows SET features = '["APIA"]' WHERE id = 'alpha1'`),
    people('invoice_module_visible = 1', "SELECT user_id FROM memberships WHERE user_id <> 'dana'"),
    people('void_invoice = 1', "'abel', 'lena', 'otto', 'ada'"),
    people("invoice_visibility = 'IN_THIS_USERS_DEPARTMENT'", "'carl'"),
    people("invoice_visibility = 'ALL'", "'wendy', 'ada'"),
  ]);
  await setSettings('alpha1', { invoiceModuleVisible: true });
  await sql.alpha`INSERT INTO workflow_templates (id, show_id, slug, name, template_type, created_at)
     VALUES ('alpha1_bill', 'alpha1', 'bills', 'Bills', 'INVOICE', ${at})`;
  for (const [index, { id, kind, limit, approvers }] of levels.entries()) {
    await sql.alpha`INSERT INTO workflow_template_steps
         (id, show_id, template_id, step_order, name, kind, amount_limit_cents, approvals_needed)
       VALUES (${id}, 'alpha1', 'alpha1_bill', ${index + 1}, ${`Level ${index + 1}`}, ${kind}, ${limit}, 1)`;
    await sql.alpha`INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
       SELECT 'alpha1', ${id}, value, key FROM json_each(${JSON.stringify(approvers)})`;
  }
  await setInvoiceFlow('alpha1_bill');
}

/** The show's default flow of invoices; null: none. */
export async function setInvoiceFlow(id: string | null): Promise<void> {
  await sql.alpha`UPDATE show_settings SET default_invoice_workflow_id = ${id} WHERE show_id = 'alpha1'`;
}

export type InvoiceBody = Partial<Record<keyof InvoiceDraft, unknown>>;

let count = 0;

/** An invoice that the show accepts: 100.00 on one line, under a number of its own. */
export function anInvoice(own: InvoiceBody = {}): InvoiceBody {
  count += 1;
  return {
    showId: 'alpha1',
    number: `LR-${1000 + count}`,
    date: '2026-11-03',
    dueDate: '2026-12-03',
    description: 'Set dressing',
    department: { id: ids.department('art'), name: 'Art' },
    category: { id: ids.category('props'), name: 'Props' },
    vendor: { id: ids.vendor('lumen'), name: 'Lumen Rentals' },
    vendorAddress: { id: ids.vendorAddress('lumen') },
    projectCompanyExternalId: 'pc1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'usd1',
    billToAddressId: ids.address('office'),
    shipToAddressId: ids.address('stage'),
    contactName: 'Ada Lumen',
    contactNumber: '818 555 0100',
    ...billing(100),
    ...own,
  };
}

export function aBillLine(own: Record<string, unknown> = {}) {
  return {
    keyId: crypto.randomUUID(),
    description: 'Sofas',
    amount: 100,
    coding: { ACCOUNT: '6100' },
    ...own,
  };
}

/** Amount and lines that add up to it. */
export function billing(...amounts: number[]): InvoiceBody {
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  return {
    amount: cents / 100,
    userTotal: String(cents / 100),
    lineItems: amounts.map((amount) => aBillLine({ amount })),
  };
}

export const temporaryVendor = (own: Record<string, unknown> = {}): InvoiceBody => ({
  vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St', ...own },
  vendorAddress: null,
});

export interface Refused {
  code: string;
  errors?: string[];
}
export const outcome = ({ status, body }: Answer<Partial<Refused>>) => [status, body.code];

export function post(name: PersonName, body: InvoiceBody, query = '') {
  return as(name).post<Invoice & Refused>(`/api/invoices/${query}`, body);
}

export function put(name: PersonName, id: string, body: InvoiceBody, query = '') {
  return as(name).put<Invoice & Refused>(`/api/invoices/${id}${query}`, body);
}

export async function createInvoice(name: PersonName = 'ivan', own: InvoiceBody = {}): Promise<Invoice> {
  const answer = await post(name, anInvoice(own));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** An uploaded scan, as a save names it. */
export async function scan(name: PersonName = 'ivan') {
  const file = { name: 'scan.pdf', bytes: `%PDF-1.7 ${crypto.randomUUID()}` };
  const { attachmentId } = (await as(name).upload(file, { owner: 'invoice' })).body;
  return { attachmentId, label: 'scan.pdf' };
}

export function submit(name: PersonName, id: string) {
  return as(name).put<Invoice & Refused>(`/api/invoices/${id}/submit/?showId=alpha1`);
}

export async function submittedInvoice(name: PersonName = 'ivan', own: InvoiceBody = {}): Promise<Invoice> {
  const { id } = await createInvoice(name, { attachments: [await scan(name)], ...own });
  const answer = await submit(name, id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export async function readInvoiceAs(name: PersonName, id: string): Promise<Invoice> {
  const answer = await as(name).get<Invoice>(`/api/invoices/${id}/`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** An action on the step that `invoice` shows as the current one. */
export function act(
  name: PersonName,
  word: 'approval' | 'revision' | 'void' | 'deny',
  invoice: Pick<Invoice, 'id' | 'workflow'>,
  own: Record<string, unknown> = {},
): Promise<Answer<ActionBody>> {
  return as(name).post<ActionBody>(`/api/workflows/${word}`, {
    docId: invoice.id,
    docType: 'INVOICE',
    showId: 'alpha1',
    workflowId: invoice.workflow?.id ?? null,
    workflowStepId: invoice.workflow?.currentStep?.id ?? null,
    ...own,
  });
}

/** Approves as each of `names` in turn, each at the step that he finds; answers the last one's answer. */
export async function approveInvoice(id: string, ...names: PersonName[]): Promise<Answer<ActionBody>> {
  let answer: Answer<ActionBody> | null = null;
  for (const name of names) answer = await act(name, 'approval', await readInvoiceAs(name, id));
  if (!answer) throw new Error('nobody approved');
  return answer;
}

export async function approvedInvoice(own: InvoiceBody = {}): Promise<Invoice> {
  const { id } = await submittedInvoice('ivan', own);
  const answer = await approveInvoice(id, 'abel', 'lena');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return readInvoiceAs('ivan', id);
}
