import { draft } from '#domain/lifecycle/transition';
import type { StatusPair } from '#domain/document';
import { maximumCents } from '#domain/values/money';
import type { PaymentType } from './payment.ts';

/** The fields of a payment that only accounting decides; ids are those of the show's rows. */
export interface PaymentContent {
  number: string;
  businessDay: string;
  vendorId: string | null;
  vendorExternalId: string;
  vendorNumber: string;
  vendorName: string;
  payeeName: string;
  paymentType: PaymentType;
  bankAccountId: string | null;
  bankName: string;
  currencyCode: string;
  totalCents: number;
  /** The settled invoices that exist in Backlot. */
  invoices: readonly { invoiceId: string; amountCents: number }[];
}

/** A payment as accounting returns it, and the stored one if there is one. */
export interface ImportCase {
  state: 'OPEN' | 'RELEASED' | 'CANCELED';
  content: PaymentContent;
  stored: (StatusPair & { content: PaymentContent }) | null;
}

export type ImportStep = 'INSERT' | 'UPDATE' | 'CANCEL' | 'NOTHING';

/**
 * Decides what an import does with one payment (DEC-28 rows 1 and 6, DEC-44). Only open payments are added. Only drafts
 * follow changes in accounting, so that nobody approves anything but what they saw. Payments canceled in accounting are
 * canceled unless they were denied.
 */
export function importStep({ state, content, stored }: ImportCase): ImportStep {
  if (stored === null) return state === 'OPEN' && isStorable(content) ? 'INSERT' : 'NOTHING';
  const isClosed = stored.status === 'DENIED' || stored.status === 'CANCELED';
  if (state === 'CANCELED') return isClosed ? 'NOTHING' : 'CANCEL';
  const isDraft = stored.status === draft.status && stored.submissionStatus === draft.submissionStatus;
  if (state !== 'OPEN' || !isDraft || !isStorable(content)) return 'NOTHING';
  return isSame(stored.content, content) ? 'NOTHING' : 'UPDATE';
}

/** The limit of PO-31 applies to every document; payments without a number would be indistinguishable. */
function isStorable({ number, totalCents }: PaymentContent): boolean {
  return number.trim() !== '' && Math.abs(totalCents) <= maximumCents;
}

function isSame(before: PaymentContent, after: PaymentContent): boolean {
  const { invoices: settledBefore, ...fieldsBefore } = before;
  const { invoices: settledAfter, ...fieldsAfter } = after;
  const fields = Object.keys(fieldsBefore) as (keyof typeof fieldsBefore)[];
  return (
    fields.every((field) => fieldsBefore[field] === fieldsAfter[field]) &&
    settledBefore.length === settledAfter.length &&
    settledBefore.every(({ invoiceId, amountCents }) =>
      settledAfter.some((one) => one.invoiceId === invoiceId && one.amountCents === amountCents),
    )
  );
}
