import { invoiceLineFields, orderLineFields } from '#domain/documents/line-fields';
import { textsOf } from '#domain/documents/text-fields';
import { codingOf } from '#domain/documents/line-codes';
import { dateInZone } from '#domain/values/days';
import { logFileName } from '#domain/lists/log-format';
import type { LogColumn, LogFormat } from '#domain/lists/log-format';
import { invoiceLogColumns } from '#domain/invoices/invoice-log';
import type { InvoiceLogRow } from '#domain/invoices/invoice-log';
import { orderNumber } from '#domain/documents/document-number';
import { purchaseOrderLogColumns } from '#domain/purchase-orders/purchase-order-log';
import type { PurchaseOrderLogRow } from '#domain/purchase-orders/purchase-order-log';
import { indicatorOf, remainingBalanceCents } from '#domain/relief/relief';
import type { ReliefIndicator } from '#domain/relief/relief';
import { visibleNumber } from '#domain/identity/visibility';
import { createLogFile, logTypes } from '#edges/files/log-file';
import { log } from '#edges/log';
import { readInvoiceLog } from '#store/show/invoices/read-invoice-log';
import type { InvoiceLogRows } from '#store/show/invoices/read-invoice-log';
import { logPageSize } from '#store/show/lists/log-page';
import type { LogCursor } from '#store/show/lists/log-page';
import { readPurchaseOrderLog } from '#store/show/purchase-orders/read-purchase-order-log';
import type { LogLineRows } from '#store/show/purchase-orders/read-purchase-order-log';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { numberMilestone, visibilitiesOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { read } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';

export interface LogFile {
  fileName: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/** The position that the next page continues after. */
interface LogPosition {
  document: { id: string; numberSort: string };
  line: { lineNumber: number };
}

/** What makes one log different from another. */
interface LogContents<Stored extends LogPosition, Row> {
  title: 'PO Log' | 'Invoice Log';
  read: (after?: LogCursor) => Promise<Stored[]>;
  columns: (coding: RowOf<ReturnType<typeof accountFieldsQuery>>) => LogColumn<Row>[];
  row: (stored: Stored) => Row;
}

interface LogRequest {
  format: LogFormat;
  timeZone: string;
}

/** Exports the lines of every purchase order that this user may see as creator or as approver (API-30, DEC-68). */
export function exportPurchaseOrderLog(context: RequestContext, request: LogRequest): Promise<LogFile> {
  const visibilities = visibilitiesOf(context, 'PO');
  return exportLog(context, request, {
    title: 'PO Log',
    read: (after) => readPurchaseOrderLog(context.store, visibilities, after),
    columns: purchaseOrderLogColumns,
    row: (row) => purchaseOrderRow(context, row),
  });
}

/**
 * Exports the lines of every invoice that this user may see. Throws `FORBIDDEN` without the invoices permission
 * (API-31, RP-02, DEC-68, DEC-12).
 */
export async function exportInvoiceLog(context: RequestContext, request: LogRequest): Promise<LogFile> {
  requireModule(context, 'INVOICE');
  const visibilities = visibilitiesOf(context, 'INVOICE');
  return exportLog(context, request, {
    title: 'Invoice Log',
    read: (after) => readInvoiceLog(context.store, visibilities, after),
    columns: invoiceLogColumns,
    row: invoiceRow,
  });
}

/** Streams the log a page of lines at a time, and reads no page after the client has disconnected. */
async function exportLog<Stored extends LogPosition, Row>(
  { store, show, user, now }: RequestContext,
  { format, timeZone }: LogRequest,
  contents: LogContents<Stored, Row>,
): Promise<LogFile> {
  // The first page is read before the response, so that a failing query is an error and not half a file.
  const [fields, first] = await Promise.all([read(accountFieldsQuery(store, false)), contents.read()]);
  async function* rows(): AsyncGenerator<Row> {
    try {
      for (let page = first; ;) {
        for (const row of page) yield contents.row(row);
        const last = page.at(-1);
        if (!last || page.length < logPageSize) return;
        const { document, line } = last;
        page = await contents.read({
          numberSort: document.numberSort,
          documentId: document.id,
          lineNumber: line.lineNumber,
        });
      }
    } catch (error) {
      log('error', 'log export failed', { show: show.id, format }, error);
      throw error;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone };
  const name = contents.title === 'PO Log' ? 'PO_Log' : 'Invoice_Log';
  return {
    fileName: logFileName(name, show.slug, dateInZone(now, timeZone), format),
    contentType: logTypes[format],
    body: await createLogFile(
      { title: contents.title, columns: contents.columns(fields), rows: rows(), formatOptions: look },
      format,
    ),
  };
}

/** The balance of an invoice that counts already excludes its own lines (DEC-39). */
function indicatorIn({ document, line, remainingCents, ownCents }: InvoiceLogRows[number]): ReliefIndicator {
  if (line.referencePo === '') return 'NONE';
  if (remainingCents === null) return 'ERROR';
  const counts = document.status === 'SUBMITTED_FOR_APPROVAL' || document.status === 'APPROVED';
  return indicatorOf(counts ? remainingCents : remainingCents - ownCents);
}

function invoiceRow(row: InvoiceLogRows[number]): InvoiceLogRow {
  const { document, line } = row;
  return {
    number: document.number,
    invoiceDay: document.businessDay,
    dueDay: row.dueDay,
    status: document.submissionStatus,
    department: document.departmentName,
    vendor: document.vendorName,
    company: row.companyName,
    currency: document.currencyCode,
    description: document.description,
    lineNumber: line.lineNumber,
    lineDescription: line.description,
    coding: line.coding,
    ...textsOf(invoiceLineFields, line),
    amountCents: line.totalCents,
    referencePo: line.referencePo,
    referenceLine: line.referencePoLineNumber,
    indicator: indicatorIn(row),
    totalCents: document.totalCents,
    createdBy: document.creatorName,
  };
}

function purchaseOrderRow(context: RequestContext, row: LogLineRows[number]): PurchaseOrderLogRow {
  const { document, line } = row;
  const poNumber = visibleNumber(document.number, document.milestones, numberMilestone(context));
  return {
    number: orderNumber({ prefix: row.prefix, poNumber }),
    poDay: document.businessDay,
    changeOrder: document.currentChangeOrder,
    revision: document.revision,
    status: document.submissionStatus,
    department: document.departmentName,
    vendorNumber: document.vendorNumber,
    vendor: document.vendorName,
    company: row.companyName,
    category: row.categoryName ?? '',
    currency: document.currencyCode,
    description: document.description,
    lineNumber: line.lineNumber,
    acquisitionType: line.acquisitionType,
    rentalType: line.rentalType,
    rentalStart: line.rentalStart,
    rentalEnd: line.rentalEnd,
    quantityHundredths: line.quantityHundredths,
    unitCostCents: line.unitCostCents,
    coding: codingOf(line),
    ...textsOf(orderLineFields, line),
    lineTotalCents: line.totalCents,
    remainingCents: remainingBalanceCents({ ...line, ...row }),
    totalCents: document.totalCents,
    createdBy: document.creatorName,
    lastApprovalAt: row.lastApprovalAt,
    sentToAccountingAt: row.sentToAccountingAt,
  };
}
