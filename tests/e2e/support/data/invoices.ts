import { uniqueMark } from '../browser/unique-names.ts';
import { orderBodyIn, uniqueDescription } from './orders.ts';
import type { Person } from '../environment/person.ts';
import { showId } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

type Body = Record<string, unknown>;

/** Returns an invoice number that no other invoice has. */
export function uniqueInvoiceNumber(): string {
  // Base 18 has no I, L and O, which are read as digits (DEC-37).
  return `INV-${uniqueMark(18)}`.toUpperCase();
}

export function aBilledLine(over: Body = {}): Body {
  return { keyId: crypto.randomUUID(), description: 'Brass lamps', amount: 300, ...over };
}

/** Returns an invoice that a demo show accepts, of one line of $300.00. `over` replaces fields. */
export async function invoiceBodyIn(
  api: Person,
  show: string,
  department: string,
  over: Body = {},
  vendorName = 'Foxglove',
): Promise<Body> {
  const { poDate: _day, ...header } = await orderBodyIn(api, show, department, {}, vendorName);
  return {
    ...header,
    description: uniqueDescription('Bill'),
    number: uniqueInvoiceNumber(),
    date: '2026-11-20',
    dueDate: '2026-12-20',
    amount: 300,
    lineItems: [aBilledLine()],
    ...over,
  };
}

/** Returns an invoice of the Accounting department in the show that most tests use. */
export function invoiceBody(api: Person, over: Body = {}): Promise<Body> {
  return invoiceBodyIn(api, showId, 'Accounting', over);
}

export async function createDraftInvoice({ api }: Pick<Session, 'api'>, over: Body = {}): Promise<Invoice> {
  return api.post<Invoice>('/api/invoices', await invoiceBody(api, over));
}

/** Creates an invoice with the bill as its attachment, which a submit requires (IN-13). */
export async function createInvoiceWithAttachment(
  { api }: Pick<Session, 'api'>,
  over: Body = {},
): Promise<Invoice> {
  const attachmentId = await api.upload('bill.txt', 'The bill', 'invoice');
  return createDraftInvoice({ api }, { attachments: [{ attachmentId, label: 'bill.txt' }], ...over });
}

/** Creates an invoice that waits for the head of Accounting, inez.calloway; the next approver is priya. */
export async function createSubmittedInvoice(
  membership: Pick<Session, 'api'>,
  over: Body = {},
): Promise<Invoice> {
  const { id } = await createInvoiceWithAttachment(membership, over);
  return membership.api.put<Invoice>(`/api/invoices/${id}/submit`);
}
