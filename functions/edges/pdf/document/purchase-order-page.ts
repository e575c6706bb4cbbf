import { printedLabel } from '#domain/documents/attachments';
import { orderNumber } from '#domain/documents/document-number';
import { printedChanges } from '#domain/history/printed-changes';
import { timelineOf } from '#domain/history/timeline';
import { approvalsNote } from '#domain/purchase-orders/version-before-change';
import { statusChips, day, legalNotice, watermarkOf, shownNotes } from './formatting.ts';
import { partiesOf } from './parties.ts';
import { orderTable, orderTotals } from './purchase-order-lines.ts';
import type { PrintSettings, PageModel } from './page-model.ts';
import type { PrintedPurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

interface Extras {
  /** True when the company's terms and conditions follow on separate pages. */
  hasTerms: boolean;
  /** The approved version, when this is not the current order (DEC-69). */
  edition?: string;
}

/** The page model of a printed purchase order (PD-11, PD-25, DEC-55). */
export function purchaseOrderPage(
  order: PrintedPurchaseOrder,
  settings: PrintSettings,
  extras: Extras,
): PageModel {
  const { include, letterhead, timeZone, dateFormat } = settings;
  return {
    docType: 'PO',
    title: 'Purchase Order',
    number: orderNumber(order),
    currency: order.currency,
    chips: statusChips('PO', order),
    edition: extras.edition ?? '',
    watermark: watermarkOf(order.submissionStatus),
    legalText: legalNotice('PO', order.status),
    letterhead,
    description: order.description,
    facts: [
      { name: 'PO Date', value: day(order.poDate, settings) },
      { name: 'Department', value: order.department?.name ?? '' },
      { name: 'Requested By', value: order.creator.name },
      { name: 'Currency', value: order.currency },
      { name: 'PO Contains', value: order.category?.name ?? '' },
    ],
    parties: partiesOf(order, [order.companyAddress]),
    table: orderTable(order, settings),
    totals: orderTotals(order),
    steps: order.workflow?.steps ?? [],
    approvalsNote: approvalsNote(order.workflow),
    contentVersion: order.contentVersion,
    notices: [
      ...(include.terms && extras.hasTerms
        ? [
            {
              title: 'Terms & Conditions',
              lines: ['The terms and conditions on the pages that follow are part of this purchase order.'],
            },
          ]
        : []),
      { title: 'Attachments', lines: include.attachments ? order.attachments.map(printedLabel) : [] },
    ],
    notes: shownNotes(order.notes, include.notes),
    history: include.history ? timelineOf(order.historyEvents, printedChanges(order.changes)) : [],
    timeZone,
    dateFormat,
  };
}
