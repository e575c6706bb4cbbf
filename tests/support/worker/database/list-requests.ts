import { expect } from 'vitest';
import { docTypes, statuses } from '#domain/document';
import type { DocType } from '#domain/document';
import { addedColumns, groupings } from '#domain/lists/list-columns';
import type { InvoiceFilterBody, PurchaseOrderFilterBody } from '#domain/lists/list-filters';
import { sorts } from '#domain/lists/lists';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';
import { as } from '../fixtures/client.ts';
import { inShow } from '../fixtures/rows.ts';

const ids = inShow('alpha1');
const paths = { PO: 'pos', INVOICE: 'invoices', PAYMENT: 'payments' } as const;
const dateRange = { startDate: '2026-01-01', endDate: '2026-06-30' };

/** Users who see everything, their queue, their department and their own documents. */
const readers = [
  ['ada', 'CREATOR'],
  ['lena', 'APPROVER'],
  ['carl', 'CREATOR'],
  ['dana', 'CREATOR'],
] as const;

/** Values of each filter; a new filter needs some. Groups are read with each way to group. */
type Samples<Body> = Record<Exclude<keyof Body, 'showId' | 'group'>, readonly unknown[]>;

const common = {
  dateRange: [dateRange],
  approverIds: [['lena']],
  isWaiting: [true],
  waitingSince: ['2026-01-01'],
  waitingWith: [['lena']],
  isWaitingForNobody: [true],
  notCoveredFor: ['lena'],
  waitingAt: [{ workflowTemplateId: 'alpha1_flow', step: 'Step 1' }],
  documentIds: [['alpha1_1']],
  openQuestion: ['ANY', 'TO_ME'],
  isDraftToSubmit: [true],
  isFailedToSendToAccounting: [true],
  accountingPeriods: [['Week 1']],
};
const ordersAndInvoices = {
  ...common,
  departmentIds: [[ids.department('art')]],
  vendorNumbers: [['1'], ['1', '2']],
  vendorData: [[{ number: '1' }]],
  creatorIds: [['dana']],
  isRevision: [true],
  voiderIds: [['lena']],
  isOwn: [true],
  submissionStatuses: [['Needs revision']],
};
const states = [['DRAFT'], ['VOID'], ['SUBMITTED_FOR_APPROVAL'], [...statuses]];

const samples: Record<DocType, Record<string, readonly unknown[]>> = {
  PO: {
    ...ordersAndInvoices,
    poNumbers: [['0123']],
    poStatuses: states,
    isAdjustment: [true, false],

    importId: ['alpha1_1'],
    rentalEnd: [dateRange],
  } satisfies Samples<PurchaseOrderFilterBody>,
  INVOICE: {
    ...ordersAndInvoices,
    numbers: [['0123']],
    statuses: states,
    dueDate: [dateRange],
  } satisfies Samples<InvoiceFilterBody>,
  PAYMENT: {
    ...common,
    paymentNumbers: [['0123']],
    statuses: states,
    bankNames: [['First']],
    paymentTypes: [['ACH']],
    currencies: [['USD']],
    payeeNames: [['A']],
    vendorNames: [['B']],
    denierIds: [['lena']],
    amountFilter: [{ operator: 'GREATER_THAN', totalAmount: 10 }],
  } satisfies Samples<PaymentFilterBody>,
};

function filtersOf(type: DocType): object[] {
  const ofStates = type === 'PO' ? 'poStatuses' : 'statuses';
  return [
    {},
    { approverIds: ['lena'], [ofStates]: ['APPROVED'] },
    { waitingAt: { workflowTemplateId: 'alpha1_flow', step: 'Step 1' }, waitingSince: '2026-01-01' },
    ...groupings[type].flatMap((by) => ['', '#1'].map((key) => ({ group: { by, key } }))),
    ...Object.entries(samples[type]).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  ];
}

/**
 * Reads the lists of all types as users of each visibility: each call with each filter (`all`), or each call without a
 * filter, and each filter with the default order, the sums and one grouping (`representative`).
 */
export async function readLists(pairs: 'all' | 'representative'): Promise<void> {
  for (const type of docTypes) {
    const rows = sorts[type].types.map((sort) => `filter?sort=${sort},DESC`);
    const groups = groupings[type].map((by) => `filter/groups?by=${by}`);
    const columns = `filter?columns=${addedColumns[type].join()}`;
    const calls = [...rows, columns, 'filter/sums?', ...groups];
    const representative = [rows[0], 'filter/sums?', groups[0]];
    for (const call of calls)
      for (const filter of filtersOf(type)) {
        const isNeeded = Object.keys(filter).length === 0 || representative.includes(call);
        if (pairs === 'representative' && !isNeeded) continue;
        for (const [name, persona] of readers) {
          const path = `/api/${paths[type]}/${call}&persona=${persona}&showId=alpha1`;
          const answer = await as(name).post(path, { showId: 'alpha1', ...filter });
          expect([200, 403], JSON.stringify(answer.body)).toContain(answer.status);
        }
      }
  }
}
