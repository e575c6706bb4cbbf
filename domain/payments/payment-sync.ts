import { draft } from '#domain/lifecycle/transition';
import type { StatusPair } from '#domain/document';
import { maximumCents } from '#domain/values/money';
import type { PaymentType } from './payment.ts';

/** Everything that accounting alone decides about a payment, in Backlot's words; ids are those of the show's rows. */
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
  /** The invoices it settles, as far as they are Backlot's own; by id. */
  invoices: readonly { invoiceId: string; amountCents: number }[];
}

/** A payment as accounting has it now, and as Backlot has it, if it does. */
export interface ImportCase {
  state: 'OPEN' | 'RELEASED' | 'CANCELED';
  content: PaymentContent;
  known: (StatusPair & { content: PaymentContent }) | null;
}

export type ImportStep = 'INSERT' | 'UPDATE' | 'CANCEL' | 'NOTHING';

/**
 * DEC-28 rows 1 and 6, DEC-44: what an import does with one payment. Only open ones come in; only drafts follow what
 * changes in accounting, so that nobody approves other than what he saw; what accounting canceled is canceled, unless
 * it was denied.
 */
export function importStep({ state, content, known }: ImportCase): ImportStep {
  if (known === null) return state === 'OPEN' && isStorable(content) ? 'INSERT' : 'NOTHING';
  const isClosed = known.status === 'DENIED' || known.status === 'CANCELED';
  if (state === 'CANCELED') return isClosed ? 'NOTHING' : 'CANCEL';
  const isDraft = known.status === draft.status && known.submissionStatus === draft.submissionStatus;
  if (state !== 'OPEN' || !isDraft || !isStorable(content)) return 'NOTHING';
  return isSame(known.content, content) ? 'NOTHING' : 'UPDATE';
}

/** PO-31's bound holds for every document; a payment without a number could not be told from another. */
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
