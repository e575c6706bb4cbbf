import type { BaseTotal } from '#domain/currency/currency-response';
import { inApproval } from '#domain/document';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import { orderNumber } from '#domain/documents/document-number';
import type { InvoiceRow } from '#domain/invoices/invoice-response';
import { paymentDay } from '#domain/payments/payment-day';
import type { PaymentSummary } from '#domain/payments/payment-response';
import type { PurchaseOrderRow } from '#domain/purchase-orders/purchase-order-response';
import { daysBetween } from '#domain/values/days';
import { toCents } from '#domain/values/money';
import type { RowFlag } from './extra-columns.ts';
import { columnName } from './list-columns.ts';
import type { ColumnId } from './list-columns.ts';
import type { ListRow } from './lists.ts';
import { logColumn } from './log-format.ts';
import type { LogColumn } from './log-format.ts';

export const flagNames: Record<RowFlag, string> = {
  CHANGE_ORDER: 'Change order',
  SENT_BACK: 'Sent back',
  TEMPORARY_VENDOR: 'Temporary vendor',
  FAILED_IN_ACCOUNTING: 'Failed in accounting',
  FULLY_INVOICED: 'Fully invoiced',
};

interface CommonRow {
  totalCost: number;
  currency: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  attachmentCount: number;
  baseTotal?: BaseTotal | undefined;
}

/**
 * Days since the date of a document that is not finished; null for others, whose age no longer matters (VIEW-02).
 * `today` is the day in the reader's time zone.
 */
export function ageOf(row: { status: Status }, day: string, today: string): number | null {
  if (day === '' || !(row.status === 'DRAFT' || inApproval(row.status))) return null;
  return Math.max(0, daysBetween(day, today));
}

type Value<Row> = LogColumn<Row>['value'];
type Cell<Row> = readonly [LogColumn<Row>['kind'], width: number, Value<Row>];
type Cells<Row> = Partial<Record<ColumnId, Cell<Row>>>;

function commonCells<Row extends ListRow<CommonRow>>(dayOf: (row: Row) => string, today: string): Cells<Row> {
  return {
    DATE: ['day', 12, dayOf],
    TOTAL: ['amount', 14, (row) => toCents(row.totalCost)],
    STATUS: ['text', 22, (row) => row.submissionStatus],
    WAITING_SINCE: [
      'text',
      30,
      ({ waiting }) =>
        waiting &&
        `${waiting.with.map(({ name }) => name).join(', ')} (${waiting.days === 1 ? '1 day' : `${waiting.days} days`})`,
    ],
    ATTACHMENTS: ['whole', 10, (row) => row.attachmentCount],
    WAITING_WITH: ['text', 30, ({ waiting }) => waiting && waiting.with.map(({ name }) => name).join(', ')],
    WAITING_FROM: ['instant', 18, ({ waiting }) => waiting && waiting.since],
    AGE: ['whole', 8, (row) => ageOf(row, dayOf(row), today)],
    ACCOUNTS: [
      'text',
      40,
      ({ extra }) => (extra?.accounts ?? []).map(({ code, name }) => `${code} ${name}`.trim()).join(', '),
    ],
    REMAINING: [
      'amount',
      14,
      ({ extra }) => (typeof extra?.remaining === 'number' ? toCents(extra.remaining) : null),
    ],
    FLAGS: ['text', 30, ({ extra }) => (extra?.flags ?? []).map((flag) => flagNames[flag]).join(', ')],
    CHANGED_AT: ['instant', 18, ({ extra }) => extra?.changedAt ?? null],
    PERIOD: ['text', 12, ({ extra }) => extra?.period ?? ''],
    ORDER_NUMBERS: ['text', 16, ({ extra }) => (extra?.orderNumbers ?? []).join(', ')],
  };
}

export interface ExportRows {
  PO: ListRow<PurchaseOrderRow>;
  INVOICE: ListRow<InvoiceRow>;
  PAYMENT: ListRow<PaymentSummary>;
}

const cellsOf: { [Type in DocType]: (today: string) => Cells<ExportRows[Type]> } = {
  PO: (today) => ({
    ...commonCells<ExportRows['PO']>(({ poDate }) => poDate, today),
    PO_NUMBER: ['text', 14, orderNumber],
    VENDOR_NAME: ['text', 30, ({ vendor }) => vendor.name],
    DEPARTMENT: ['text', 20, ({ department }) => department?.name ?? ''],
    DESCRIPTION: ['text', 40, ({ description }) => description],
    CREATED_BY: ['text', 22, ({ creator }) => creator.name],
  }),
  INVOICE: (today) => ({
    ...commonCells<ExportRows['INVOICE']>(({ date }) => date, today),
    NUMBER: ['text', 18, ({ number }) => number],
    VENDOR_NAME: ['text', 30, ({ vendorName }) => vendorName],
    DEPARTMENT: ['text', 20, ({ departmentName }) => departmentName],
    DESCRIPTION: ['text', 40, ({ description }) => description],
    CREATED_BY: ['text', 22, ({ creator }) => creator.name],
    DUE_DATE: ['day', 12, ({ dueDate }) => dueDate],
  }),
  PAYMENT: (today) => ({
    ...commonCells<ExportRows['PAYMENT']>(paymentDay, today),
    PAYMENT_NUMBER: ['text', 16, ({ number }) => number],
    VENDOR_NAME: ['text', 30, ({ vendorName }) => vendorName],
    PAYMENT_TYPE: ['text', 14, ({ paymentType }) => paymentType],
    BANK_NAME: ['text', 24, ({ bankName }) => bankName],
  }),
};

/** The total in the base currency, which the list shows below the total (CURR-33). Empty without a rate. */
function baseTotalColumn<Row extends ListRow<CommonRow>>(baseCurrency: string): LogColumn<Row> {
  return logColumn(`Total in ${baseCurrency}`, 'amount', 14, ({ totalCost, currency, baseTotal }) => {
    if (currency === baseCurrency) return toCents(totalCost);
    return baseTotal?.currency === baseCurrency ? toCents(baseTotal.total) : null;
  });
}

/**
 * The columns of an export: those that are shown, after the first amount its currency, and after the total that in the
 * base currency of a show that has one (VIEW-50).
 */
export function exportColumns<Type extends DocType>(
  docType: Type,
  ids: readonly ColumnId[],
  today: string,
  baseCurrency: string | null,
): LogColumn<ExportRows[Type]>[] {
  const cells = cellsOf[docType](today);
  const firstAmount = ids.find((id) => id === 'TOTAL' || id === 'REMAINING');
  return ids.flatMap((id) => {
    const cell = cells[id];
    if (!cell) return [];
    const column = logColumn(columnName(docType, id), ...cell);
    const currency = logColumn<ExportRows[Type]>('Currency', 'text', 10, (row) => row.currency);
    return [
      column,
      ...(id === firstAmount ? [currency] : []),
      ...(id === 'TOTAL' && baseCurrency !== null ? [baseTotalColumn<ExportRows[Type]>(baseCurrency)] : []),
    ];
  });
}
