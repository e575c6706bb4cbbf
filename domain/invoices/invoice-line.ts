import * as v from 'valibot';
import { optionalId, text } from '#domain/values/schema-fields';
import { codingInput, wireAmount } from '#domain/documents/line';
import { descriptionField, invoiceLineFields } from '#domain/documents/line-fields';
import { emptyTexts, textsOf } from '#domain/documents/text-fields';
import { inputsOf } from '#domain/documents/text-field-schemas';
import { toCents } from '#domain/values/money';
import { noReference } from '#domain/relief/relief-reference';
import { invoiceIssue, type Issue } from '#domain/documents/validation';
import type { InvoiceLine } from './invoice-response.ts';

/** A PO line number: an integer, or null. */
const lineNumber = v.pipe(
  v.nullish(v.union([v.literal(''), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999))]), null),
  v.transform((value) => (value === '' ? null : value)),
);

/** A line of a save. Only its bounds are checked here; `checkInvoiceLines` has the rules. */
export const invoiceLineInput = v.object({
  id: optionalId,
  keyId: text(100),
  description: text(descriptionField.maxLength),
  amount: v.optional(wireAmount, null),
  coding: codingInput,
  coaExternalId: optionalId,
  ...inputsOf(invoiceLineFields),
  referencePo: text(40),
  referencePoLineNumber: lineNumber,
  relievePoLineItemId: optionalId,
  relievePoLineItemUuid: optionalId,
  closesPoLine: v.optional(v.boolean(), false),
});
/** A line in the form and in the body of a save. An invalid amount is null. */
export type InvoiceLineDraft = v.InferOutput<typeof invoiceLineInput>;

/** What a line has that relieves no PO, and so closes no line of one. */
export const noOrderLine = { ...noReference, closesPoLine: false };

/** A new row of the form. */
export function emptyInvoiceLine(keyId: string): InvoiceLineDraft {
  return {
    id: null,
    keyId,
    description: '',
    amount: 0,
    coding: {},
    coaExternalId: null,
    ...emptyTexts(invoiceLineFields),
    ...noOrderLine,
  };
}

/** Turns a saved line into a form's draft. */
export function invoiceLineDraft(line: InvoiceLine): InvoiceLineDraft {
  return {
    id: line.id,
    keyId: line.keyId,
    description: line.description,
    amount: line.amount,
    coding: line.coding,
    coaExternalId: line.coaExternalId,
    ...textsOf(invoiceLineFields, line),
    referencePo: line.referencePo,
    referencePoLineNumber: line.referencePoLineNumber,
    relievePoLineItemId: line.relievePoLineItemId,
    relievePoLineItemUuid: line.relievePoLineItemUuid,
    closesPoLine: line.closesPoLine,
  };
}

/** Returns the cents of one line, NaN while its amount is not a number. */
export function invoiceLineCents({ amount }: Pick<InvoiceLineDraft, 'amount'>): number {
  return amount === null ? Number.NaN : toCents(amount);
}

/** Returns the cents of all lines (DEC-36). */
export function invoiceLinesCents(lines: readonly Pick<InvoiceLineDraft, 'amount'>[]): number {
  return lines.reduce((sum, line) => sum + invoiceLineCents(line), 0);
}

/** Requires at least one line, and a description in each (DEC-91). */
export function checkInvoiceLines(lines: readonly InvoiceLineDraft[]): Issue[] {
  const descriptions = lines.flatMap((line, index) =>
    line.description.trim() === ''
      ? [invoiceIssue('line_description', `lineItems.${index}.description`)]
      : [],
  );
  return lines.length === 0 ? [invoiceIssue('line_required', 'lineItems')] : descriptions;
}
