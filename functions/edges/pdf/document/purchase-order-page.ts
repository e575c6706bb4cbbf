import { printedLabel } from '#domain/documents/attachments';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { orderNumber } from '#domain/documents/order-number';
import { timelineOf } from '#domain/history/timeline';
import { approvalsOf } from '#domain/purchase-orders/version-before-change';
import { chipsOf, day, legalNotice, markOf, shownNotes } from './formatting.ts';
import { partiesOf } from './parties.ts';
import { orderTable, orderTotals } from './purchase-order-lines.ts';
import type { Setting, Sheet } from './page-model.ts';

interface Extras {
  /** Whether the company's terms and conditions follow as pages of their own. */
  hasTerms: boolean;
  /** Which approved version this is, where it is not the order of today (DEC-69). */
  edition?: string;
}

/** PD-11, PD-25, DEC-55: what a printed purchase order says. */
export function purchaseOrderSheet(order: PurchaseOrder, setting: Setting, extras: Extras): Sheet {
  const { include, letterhead, timeZone, dateFormat } = setting;
  return {
    docType: 'PO',
    title: 'Purchase Order',
    number: orderNumber(order),
    currency: order.currency,
    chips: chipsOf('PO', order),
    edition: extras.edition ?? '',
    mark: markOf(order.submissionStatus),
    legalText: legalNotice('PO', order.status),
    letterhead,
    description: order.description,
    facts: [
      { name: 'PO Date', value: day(order.poDate, setting) },
      { name: 'Department', value: order.department?.name ?? '' },
      { name: 'Requested By', value: order.creator.name },
      { name: 'Currency', value: order.currency },
      { name: 'PO Contains', value: order.category?.name ?? '' },
    ],
    parties: partiesOf(order, [order.companyAddress]),
    table: orderTable(order, setting),
    totals: orderTotals(order),
    steps: order.workflow?.steps ?? [],
    approvalsOf: approvalsOf(order.workflow),
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
    history: include.history ? timelineOf(order.historyEvents, order.changes) : [],
    timeZone,
    dateFormat,
  };
}
