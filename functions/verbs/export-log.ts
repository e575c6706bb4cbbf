import { dayAt } from '#domain/days';
import { logFileName } from '#domain/export-log';
import type { LogFormat } from '#domain/export-log';
import { purchaseOrderLogColumns } from '#domain/purchase-order-log';
import type { PurchaseOrderLogRow } from '#domain/purchase-order-log';
import { remainingBalanceCents } from '#domain/relief';
import { visibilityFor, visibleNumber } from '#domain/visibility';
import { logFile, logTypes } from '#edges/log-file';
import { log } from '#edges/log';
import { logPageSize, readPurchaseOrderLog } from '#store/show/read-purchase-order-log';
import type { LogLineRows, LogPlace } from '#store/show/read-purchase-order-log';
import { readAccountFields } from '#store/show/read-reference';
import { numberMilestone, viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

export interface LogFile {
  fileName: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/**
 * The log of every purchase order that this user may see as creator or as approver (API-30, DEC-68), a line a row.
 * It is written while it is read: a page of lines at a time, and none once nobody reads any more.
 */
export async function exportPurchaseOrderLog(
  context: ShowContext,
  request: { format: LogFormat; timeZone: string },
): Promise<LogFile> {
  const { store, show, user } = context;
  const viewer = viewerOf(context);
  const visibilities = [visibilityFor(viewer, 'PO', 'CREATOR'), visibilityFor(viewer, 'PO', 'APPROVER')];
  const read = (after?: LogPlace) => readPurchaseOrderLog(store, visibilities, after);
  // The first page before the answer: what cannot be read at all is an error, and not half a file.
  const [fields, first] = await Promise.all([readAccountFields(store, false), read()]);
  async function* rows(): AsyncGenerator<PurchaseOrderLogRow> {
    try {
      for (let page = first; ;) {
        for (const row of page) yield logRow(context, row);
        const last = page.at(-1);
        if (!last || page.length < logPageSize) return;
        const { document, line } = last;
        page = await read({
          numberSort: document.numberSort,
          documentId: document.id,
          lineNumber: line.lineNumber,
        });
      }
    } catch (error) {
      log('error', 'log broke off', { show: show.id, format: request.format }, error);
      throw error;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone: request.timeZone };
  const columns = purchaseOrderLogColumns(fields);
  return {
    fileName: logFileName('PO_Log', show.slug, dayAt(context.now, request.timeZone), request.format),
    contentType: logTypes[request.format],
    body: logFile({ title: 'PO Log', columns, rows: rows(), look }, request.format),
  };
}

function logRow(context: ShowContext, row: LogLineRows[number]): PurchaseOrderLogRow {
  const { document, line } = row;
  const number = visibleNumber(document.number, document.milestones, numberMilestone(context));
  return {
    number: row.prefix === '' || number === 'NA' ? number : `${row.prefix}-${number}`,
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
    coding: line.coding,
    taxCode: line.taxCode,
    lineTotalCents: line.totalCents,
    remainingCents: remainingBalanceCents({ ...line, relievedCents: row.relievedCents }),
    totalCents: document.totalCents,
    createdBy: document.creatorName,
    lastApprovalAt: row.lastApprovalAt,
    sentToAccountingAt: row.sentToAccountingAt,
  };
}
