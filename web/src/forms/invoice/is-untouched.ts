import { labelledTexts, invoiceLineFields } from '#domain/documents/line-fields';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';

/** A line that was added but has no input. */
export function isUntouched(line: InvoiceLineDraft): boolean {
  const { id, description, amount, referencePo } = line;
  const hasText = description.trim() !== '' || labelledTexts(invoiceLineFields, line).length > 0;
  return id === null && !hasText && !amount && referencePo === '';
}
