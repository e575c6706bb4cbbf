import { expect } from 'vitest';
import { docTypes, statuses } from '#domain/document';
import type { DocType } from '#domain/document';
import { addedColumns, groupings } from '#domain/lists/list-columns';
import { sorts } from '#domain/lists/lists';
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

const ordersAndInvoices = [
  { departmentIds: [ids.department('art')] },
  { vendorNumbers: ['1'] },
  { vendorNumbers: ['1', '2'] },
  { creatorIds: ['dana'] },
  { isOwn: true },
  { submissionStatuses: ['Needs revision'] },
  { rentalEnd: dateRange },
  { dueDate: dateRange },
];
const payments = [
  { bankNames: ['First'] },
  { payeeNames: ['A'] },
  { vendorNames: ['B'] },
  { currencies: ['USD'] },
];

function filtersOf(type: DocType): object[] {
  const states = type === 'PO' ? 'poStatuses' : 'statuses';
  const number = { PO: 'poNumbers', INVOICE: 'numbers', PAYMENT: 'paymentNumbers' }[type];
  return [
    {},
    { [states]: ['DRAFT'] },
    { [states]: ['VOID'] },
    { [states]: ['SUBMITTED_FOR_APPROVAL'] },
    { dateRange },
    { [number]: ['0123'] },
    { approverIds: ['lena'], [states]: ['APPROVED'] },
    { voiderIds: ['lena'] },
    { [states]: statuses },
    { documentIds: ['alpha1_1'] },
    { waitingAt: { workflowTemplateId: 'alpha1_flow', step: 'Step 1' }, waitingSince: '2026-01-01' },
    { openQuestion: 'ANY' },
    { openQuestion: 'TO_ME' },
    { isDraftToSubmit: true },
    { accountingPeriods: ['Week 1'] },
    ...groupings[type].flatMap((by) => ['', '#1'].map((key) => ({ group: { by, key } }))),
    ...(type === 'PAYMENT' ? payments : ordersAndInvoices),
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
