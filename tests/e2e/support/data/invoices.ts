import type { Invoice } from '../../../../domain/invoices/invoice.ts';
import { freshMark } from '../browser/fresh.ts';
import { bodyIn, freshDescription } from './orders.ts';
import type { Person } from '../environment/person.ts';
import { showId } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';

type Body = Record<string, unknown>;

/** A vendor's number that no other invoice has. */
export function freshNumber(): string {
  // Without I, L and O, which DEC-37 takes for digits.
  return `INV-${freshMark(18)}`.toUpperCase();
}

export function aBilledLine(over: Body = {}): Body {
  return { keyId: crypto.randomUUID(), description: 'Brass lamps', amount: 300, ...over };
}

/** An invoice that a demo show accepts, in a department of this person: one line of $300.00 unless `over` says else. */
export async function invoiceIn(
  api: Person,
  show: string,
  department: string,
  over: Body = {},
  vendorName = 'Foxglove',
): Promise<Body> {
  const { poDate: _day, ...header } = await bodyIn(api, show, department, {}, vendorName);
  return {
    ...header,
    description: freshDescription('Bill'),
    number: freshNumber(),
    date: '2026-11-20',
    dueDate: '2026-12-20',
    amount: 300,
    lineItems: [aBilledLine()],
    ...over,
  };
}

/** One of the Accounting department in the show that most tests work in: elena's, for instance. */
export function invoiceBody(api: Person, over: Body = {}): Promise<Body> {
  return invoiceIn(api, showId, 'Accounting', over);
}

/** A saved draft. */
export async function draftInvoice({ api }: Pick<Session, 'api'>, over: Body = {}): Promise<Invoice> {
  return api.post<Invoice>('/api/invoices', await invoiceBody(api, over));
}

/** An invoice with the bill as its attachment, as a submit wants it (IN-13). */
export async function attachedInvoice({ api }: Pick<Session, 'api'>, over: Body = {}): Promise<Invoice> {
  const attachmentId = await api.upload('bill.txt', 'The bill', 'invoice');
  return draftInvoice({ api }, { attachments: [{ attachmentId, label: 'bill.txt' }], ...over });
}

/** One that waits for the head of Accounting, inez.calloway; after her comes priya. */
export async function submittedInvoice(membership: Pick<Session, 'api'>, over: Body = {}): Promise<Invoice> {
  const { id } = await attachedInvoice(membership, over);
  return membership.api.put<Invoice>(`/api/invoices/${id}/submit`);
}
