import * as v from 'valibot';
import { reasonLimit } from '#domain/document';
import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { inputsOf } from '#domain/documents/text-field-schemas';
import { list, text, trimmedText } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { draftHeader, lineLimit } from '#domain/documents/document-draft';
import { checkInvoiceLines, invoiceLineCents, invoiceLineInput, invoiceLinesCents } from './invoice-line.ts';
import { wireAmount } from '#domain/documents/line';
import { maximumCents, toCents } from '#domain/values/money';
import { invoiceIssue, longInvoiceNumber, zeroAmount, type Issue } from '#domain/documents/validation';
import { vendorLacksName, vendorNeedsAddress } from '#domain/reference-data/vendor';

/** The vendor's own number as typed, trimmed (DEC-18). */
const invoiceNumber = v.nullish(v.pipe(v.string(), v.maxLength(200), trimmedText), '');

/** Maximum characters of an invoice number (DEC-18). */
export const invoiceNumberLimit = 30;

/** Stored as the reason when the client sends none (DEC-37). */
export const noReasonGiven = 'no reason given';

/** The typed amount; a client may send it as a number. */
const typedTotal = v.pipe(
  v.nullish(v.union([v.pipe(v.string(), v.maxLength(40)), v.number()]), ''),
  v.transform(String),
);

/** The bounded body of a create or a save; unknown fields are dropped. `checkInvoice` has the rules (DEC-01). */
export const invoiceInput = v.object({
  ...draftHeader,
  number: invoiceNumber,
  date: text(40),
  dueDate: text(40),
  amount: v.optional(wireAmount, null),
  userTotal: typedTotal,
  ...inputsOf(invoiceHeaderFields),
  lineItems: list(invoiceLineInput, lineLimit),
  /** Why it may have the number of another invoice of its vendor (DEC-37). */
  duplicateReason: v.nullish(v.pipe(v.string(), v.maxLength(reasonLimit), trimmedText), ''),
});
/** An invoice in the form and in the body of a save. */
export type InvoiceDraft = v.InferOutput<typeof invoiceInput>;

/** Checks IN-06 to IN-11 and DEC-95, in the order of the contract. */
function checkHeader(draft: InvoiceDraft): Issue[] {
  const issues: Issue[] = [];
  if (draft.amount === null) issues.push(invoiceIssue('amount', 'amount'));
  else if (toCents(draft.amount) === 0) issues.push(invoiceIssue('amount', 'amount', zeroAmount));
  if (draft.number.trim() === '') issues.push(invoiceIssue('number', 'number'));
  else if (draft.number.length > invoiceNumberLimit)
    issues.push(invoiceIssue('number', 'number', longInvoiceNumber));
  if (draft.description.trim() === '') issues.push(invoiceIssue('description', 'description'));
  if (!isDay(draft.date)) issues.push(invoiceIssue('date', 'date'));
  if (!isDay(draft.dueDate)) issues.push(invoiceIssue('dueDate', 'dueDate'));
  if (draft.vendor === null || vendorLacksName(draft.vendor)) {
    issues.push(invoiceIssue('vendor', 'vendor'));
  } else if (vendorNeedsAddress(draft.vendor, draft.vendorAddress)) {
    issues.push(invoiceIssue('vendor', 'vendorAddress', 'Please select a vendor address.'));
  }
  if (!draft.department || draft.department.name.trim() === '') {
    issues.push(invoiceIssue('department', 'department'));
  }
  if (draft.projectCompanyExternalId === '') issues.push(invoiceIssue('company', 'projectCompanyExternalId'));
  if (draft.projectCompanyCurrencyExternalId === '') issues.push(invoiceIssue('currency', 'currency'));
  return issues;
}

/** Compares in cents (IN-12, IN-15, DEC-36). */
function checkTotals({ amount, lineItems }: InvoiceDraft): Issue[] {
  const total = invoiceLinesCents(lineItems);
  if (Number.isNaN(total)) return [invoiceIssue('total_invalid', 'lineItems')];
  const entered = amount === null ? 0 : toCents(amount);
  const mismatch = amount !== null && total !== entered;
  const all = [entered, total, ...lineItems.map(invoiceLineCents)];
  return [
    ...(mismatch ? [invoiceIssue('line_total_mismatch', 'amount')] : []),
    ...(all.some((cents) => Math.abs(cents) > maximumCents) ? [invoiceIssue('total_max', 'amount')] : []),
  ];
}

/**
 * Checks every rule of an invoice save that needs no other data, in the order of the contract (IN-06 to IN-15, DEC-91).
 * The server first replaces references by the show's own data and checks PO references separately (RL-01).
 */
export function checkInvoice(draft: InvoiceDraft): Issue[] {
  return [...checkHeader(draft), ...checkInvoiceLines(draft.lineItems), ...checkTotals(draft)];
}
