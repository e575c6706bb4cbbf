import { invoiceLineFields } from '#domain/documents/line-fields';
import type { InvoiceLineTexts } from '#domain/documents/line-fields';
import { lineTextColumns, logColumn } from '#domain/lists/log-format';
import type { LogColumn } from '#domain/lists/log-format';
import type { Coding } from '#domain/reference-data/coding';
import type { CodingField } from '#domain/reference-data/coding-field';
import type { ReliefIndicator } from '#domain/relief/relief';

/** A row of the invoice log: one line of one invoice (DEC-68). */
export interface InvoiceLogRow extends InvoiceLineTexts {
  number: string;
  invoiceDay: string;
  dueDay: string | null;
  status: string;
  department: string;
  vendor: string;
  company: string;
  currency: string;
  description: string;
  lineNumber: number;
  lineDescription: string;
  coding: Coding;
  amountCents: number;
  referencePo: string;
  referenceLine: number | null;
  indicator: ReliefIndicator;
  totalCents: number;
  createdBy: string;
}

const column = logColumn<InvoiceLogRow>;

/** In the order of DEC-68; the show's own coding columns come between line description and tax code. */
export function invoiceLogColumns(coding: readonly CodingField[]): LogColumn<InvoiceLogRow>[] {
  return [
    column('Invoice Number', 'text', 18, (row) => row.number),
    column('Date', 'day', 12, (row) => row.invoiceDay),
    column('Due Date', 'day', 12, (row) => row.dueDay),
    column('Status', 'text', 20, (row) => row.status),
    column('Department', 'text', 20, (row) => row.department),
    column('Vendor', 'text', 28, (row) => row.vendor),
    column('Company', 'text', 24, (row) => row.company),
    column('Currency', 'text', 9, (row) => row.currency),
    column('Description', 'text', 40, (row) => row.description),
    column('Line No.', 'whole', 9, (row) => row.lineNumber),
    column('Line Description', 'text', 40, (row) => row.lineDescription),
    ...coding.map((field) => column(field.header, 'text', 14, (row) => row.coding[field.configType] ?? null)),
    ...lineTextColumns<InvoiceLogRow, typeof invoiceLineFields>(invoiceLineFields),
    column('Amount', 'amount', 15, (row) => row.amountCents),
    column('Reference PO', 'text', 14, (row) => row.referencePo),
    column('Reference Line', 'whole', 14, (row) => row.referenceLine),
    column('Indicator', 'text', 10, (row) => row.indicator),
    column('Invoice Total', 'amount', 15, (row) => row.totalCents),
    column('Created By', 'text', 22, (row) => row.createdBy),
  ];
}
