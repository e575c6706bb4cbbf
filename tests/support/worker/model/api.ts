import { expect } from 'vitest';
import { totalOf, type ActorName, type Kind, type Model } from './model.ts';
import { saveBody } from '../../transition-matrix/po-states.ts';
import { aDraft, aLine, as, create } from '../fixtures/client.ts';
import { aBillLine, anInvoice, createInvoice } from '../fixtures/invoices.ts';
import { addToBooks, bookPayment, idOf, importNow } from '../fixtures/payments.ts';
import { bodyOf, get, put, type TemplateAnswer } from '../fixtures/templates.ts';
import { rowsOf, sent, sql, studioEnv } from '../fixtures/studio.ts';
import { backup } from './waiting.ts';
import { storeFor } from '#store/d1/open';
import { queueReminders } from '#verbs/approval/remind-approvers';
import { runJob } from '#verbs/jobs/run-job';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** A line as typed; of an invoice only the resulting amount is sent. */
export interface Typed {
  quantity: number;
  unitCents: number;
}

/** Rounds half away from zero, on exact integers. */
export function centsOf({ quantity, unitCents }: Typed): number {
  const exact = BigInt(quantity) * BigInt(unitCents);
  const size = exact < 0n ? -exact : exact;
  const rounded = (size + 50n) / 100n;
  return Number(exact < 0n ? -rounded : rounded);
}

/** The document of one run, and its name in accounting. */
export interface Real {
  kind: Kind;
  id: string;
  externalId: string;
}

export type Doc = PurchaseOrder | Invoice | Payment;

/** The wire format of one type. */
interface Wire {
  path: string;
  /** The owner type of uploaded files. */
  owner: 'po' | 'invoice' | 'payment';
  pull: string;
  /** A line of the body; payments have none. */
  line: (typed: Typed) => object;
  /** An existing line with another price. */
  priced: (typed: Typed) => object;
  save: (doc: Doc, lineItems: readonly object[], description: string, model: Model) => object;
  /** Creates Dana's draft, or accounting's payment. */
  begin: (typed: readonly Typed[]) => Promise<Omit<Real, 'kind'>>;
}

export const orderPrice = (typed: Typed) => ({
  quantity: typed.quantity / 100,
  unitCost: typed.unitCents / 100,
});
const billPrice = (typed: Typed) => ({ amount: centsOf(typed) / 100 });
let payments = 0;

export const wires: Record<Kind['docType'], Wire> = {
  PO: {
    path: '/api/pos',
    owner: 'po',
    pull: 'pull-from-approval',
    line: (typed) => aLine(orderPrice(typed)),
    priced: orderPrice,
    save: (doc, lineItems, description) =>
      saveBody(doc as PurchaseOrder, { lineItems, description, attachments: kept(doc) }),
    begin: async (typed) => {
      const { id } = await create('dana', { lineItems: typed.map((line) => aLine(orderPrice(line))) });
      return { id, externalId: '' };
    },
  },
  INVOICE: {
    path: '/api/invoices',
    owner: 'invoice',
    pull: 'pull',
    line: (typed) => aBillLine(billPrice(typed)),
    priced: billPrice,
    save: (doc, lineItems, description, { lines }) =>
      anInvoice({
        number: (doc as Invoice).number,
        amount: totalOf(lines) / 100,
        lineItems,
        description,
        attachments: kept(doc),
      }),
    begin: async (typed) => {
      const lineItems = typed.map((line) => aBillLine(billPrice(line)));
      const amount = typed.reduce((sum, line) => sum + centsOf(line), 0) / 100;
      return { id: (await createInvoice('dana', { amount, lineItems })).id, externalId: '' };
    },
  },
  PAYMENT: {
    path: '/api/payments',
    owner: 'payment',
    pull: 'pull',
    line: () => ({}),
    priced: () => ({}),
    save: () => ({}),
    begin: async (typed) => {
      const externalId = `life-${(payments += 1)}`;
      const totalCents = typed.reduce((sum, line) => sum + centsOf(line), 0);
      await addToBooks(bookPayment(externalId, { totalCents }));
      await importBooks();
      return { id: await idOf(externalId), externalId };
    },
  },
};

/** Creates an order or invoice, with any result. */
export function createAs(docType: 'PO' | 'INVOICE', who: ActorName) {
  return docType === 'PO'
    ? as(who).post<{ code?: string }>('/api/pos', aDraft())
    : as(who).post<{ code?: string }>('/api/invoices', anInvoice());
}

const kept = (doc: Doc) => doc.attachments.map(({ attachmentId, label }) => ({ attachmentId, label }));

/** Imports accounting's present data; drops the mails of the walk instead of delivering them. */
export async function importBooks(): Promise<void> {
  sent.outbox.length = 0;
  await importNow();
}

/** Reads the document as an admin. */
export async function readReal({ kind, id }: Real): Promise<Doc> {
  const answer = await as('ada').get<Doc>(`${wires[kind.docType].path}/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const flows = {
  PO: ['PURCHASE_ORDER', 'alpha1_flow'],
  INVOICE: ['INVOICE', 'alpha1_invoice'],
  PAYMENT: ['PAYMENT', 'alpha1_payment'],
} as const;

/** Saves the unchanged workflow template as the administrator, which restarts this document only. */
export async function restartOnly(docType: Kind['docType'], id: string): Promise<TemplateAnswer> {
  await sql.alpha`UPDATE workflows SET template_version = 1000000 WHERE document_id <> ${id}`;
  const [type, templateId] = flows[docType];
  const { body } = await get(type, templateId);
  return put(body, { ...bodyOf(body), resetItemsInProgress: true });
}

let reminders = 0;

/** Lets the step of a document remind or escalate after a day, on a day in 2018, and runs the job of the show. */
export async function runReminders(id: string, column: 'remind_after_days' | 'escalate_after_days') {
  const now = new Date().toISOString();
  reminders += 1;
  // The job of a time runs once an hour.
  const dueAt = `2018-03-20T07:00:00.${String(reminders % 1000).padStart(3, '0')}Z`;
  await rowsOf(
    'alpha1',
    `UPDATE workflow_steps SET ${column} = 1, backup_id = ? WHERE workflow_id IN (
       SELECT id FROM workflows WHERE document_id = ? AND is_latest = 1)`,
    backup,
    id,
  );
  await sql.alpha`UPDATE documents SET waiting_since = '2018-03-20T15:00:00.000-07:00', reminded_at = NULL,
    escalated_at = NULL, reminder_due_at = ${dueAt} WHERE id = ${id}`;
  sent.outbox.length = 0;
  await queueReminders(studioEnv, storeFor(studioEnv, { id: 'alpha1', shard: 0 }), now);
  for (const message of sent.outbox.splice(0)) await runJob(studioEnv, message, now);
  await sql.alpha`UPDATE workflow_steps SET remind_after_days = NULL, escalate_after_days = NULL
    WHERE workflow_id IN (SELECT id FROM workflows WHERE document_id = ${id})`;
  return as('ada').get<{ code?: string }>('/api/users/meta?show=alpha1');
}
