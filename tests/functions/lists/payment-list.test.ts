import { beforeAll, describe, expect, test } from 'vitest';
import { statusFilters, statusTab } from '#domain/lists/lists';
import { paymentFilters, type PaymentFilterBody } from '#domain/payments/payment-filters';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  act,
  bookPayment,
  changeBooks,
  importPayments,
  importNow,
  openPayments,
  planFailure,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import type { PaymentFilterSetup, PaymentList } from '#domain/payments/payment-response';

/** The ids of the payments by state. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  await openPayments();
  const rows = [
    bookPayment('draft', { number: 'CK100', totalCents: 4_000, createdAt: '2026-11-01T18:00:00.000Z' }),
    bookPayment('waiting', {
      number: 'CK200',
      vendorExternalId: 'anvil',
      payeeName: 'Anvil & Sons',
      paymentType: 'CI',
      bankName: 'Old Harbour',
      currencyCode: 'CAD',
      totalCents: 90_000,
      createdAt: '2026-11-05T18:00:00.000Z',
    }),
    bookPayment('climbing', { number: 'CK300', totalCents: 200_000, createdAt: '2026-11-09T18:00:00.000Z' }),
    bookPayment('approved', { number: 'EF400', totalCents: 5_000 }),
    bookPayment('denied', { number: 'EF500', totalCents: 5_100 }),
    bookPayment('archived', { number: 'EF600', totalCents: 5_200 }),
    bookPayment('canceled', {
      number: 'EF700',
      totalCents: 5_300,
      paymentType: 'EPAYNF',
      bankName: 'Gone Bank',
    }),
  ];
  const all = await importPayments(...rows);
  rows.forEach(({ externalId }, index) => (ids[externalId] = all[index] ?? ''));
  for (const name of ['waiting', 'climbing', 'approved', 'denied', 'archived'])
    await submitAs('dana', ids[name] ?? '');
  await act('lena', 'approval', ids['climbing'] ?? '');
  await planFailure('payment.release', { message: 'The period is closed.' });
  await act('lena', 'approval', ids['approved'] ?? '');
  await act('lena', 'deny', ids['denied'] ?? '', { reason: 'Twice' });
  await act('luis', 'deny', ids['archived'] ?? '', { reason: 'Twice', archive: true });
  await changeBooks('canceled', 'status', 'CANCELED');
  await importNow();
});

const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? 'books';

/** The names of the payments in a list, without the two of the sandbox, checked against its total. */
async function list(name: PersonName, body: PaymentFilterBody, query = ''): Promise<string[]> {
  const answer = await as(name).post<PaymentList>(`/api/payments/filter/?showId=alpha1${query}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.payments.map(({ id }) => nameOf(id)).filter((one) => one !== 'books');
}
const approver = '&persona=APPROVER';
const creatorTab = (key: string | null) =>
  list('dana', statusFilters(statusTab('PAYMENT', 'CREATOR', key), 'dana'));
const approverTab = (name: PersonName, key: string | null) =>
  list(name, statusFilters(statusTab('PAYMENT', 'APPROVER', key), name), approver);

describe('tabs', () => {
  test('LS-18, LS-05, API-88, PA-03: the creator tabs are by number descending, without canceled and archived payments', async () => {
    expect(await creatorTab(null)).toEqual(['draft']);
    expect(await creatorTab('draft')).toEqual(['draft']);
    expect(await creatorTab('all')).toEqual(['denied', 'approved', 'climbing', 'waiting', 'draft']);
    expect(await creatorTab('in-progress')).toEqual(['climbing', 'waiting']);
    expect(await creatorTab('approved')).toEqual(['approved']);
    // Archived payments are included when selected by status (DEC-31).
    expect(await creatorTab('denied')).toEqual(['archived', 'denied']);
  });

  test('LS-19, DEC-46: the approver tabs show the user’s own queue, votes and denials', async () => {
    expect(await approverTab('lena', null)).toEqual(['waiting']);
    expect(await approverTab('sol', null)).toEqual(['climbing']);
    // Including those in later steps.
    expect(await approverTab('lena', 'approved')).toEqual(['approved', 'climbing']);
    expect(await approverTab('lena', 'denied')).toEqual(['denied']);
    expect(await approverTab('luis', 'denied')).toEqual(['archived']);
    expect(await approverTab('luis', 'approved')).toEqual([]);
  });

  test('DEC-46: the filter uses the session user and ignores user ids in the body', async () => {
    expect(await list('luis', { statuses: ['DENIED'], denierIds: ['lena'] }, approver)).toEqual(['archived']);
    expect(await list('luis', { statuses: ['APPROVED'], approverIds: ['lena'] }, approver)).toEqual([]);
  });

  test('DEC-13: payments have no scope; an approver sees the payments of their workflows', async () => {
    expect(await list('wendy', {})).toHaveLength(5);
    expect(await list('lara', {}, approver)).toEqual([]);
    expect(await list('sol', {}, approver)).toEqual(['denied', 'approved', 'climbing', 'waiting']);
  });

  test('PA-03: canceled payments are in no list, even when selected by status or number', async () => {
    expect(await list('dana', { statuses: ['CANCELED'] })).toEqual([]);
    expect(await list('dana', { paymentNumbers: ['EF700'] })).toEqual([]);
  });
});

describe('filters', () => {
  test.each<[string, PaymentFilterBody, string[]]>([
    ['a part of a number, in any case', { paymentNumbers: ['ck2'] }, ['waiting']],
    ['several numbers', { paymentNumbers: ['100', '300'] }, ['climbing', 'draft']],
    ['an archived number', { paymentNumbers: ['EF600'] }, ['archived']],
    ['statuses', { statuses: ['DRAFT', 'APPROVED'] }, ['approved', 'draft']],
    ['days', { dateRange: { startDate: '2026-11-05', endDate: '2026-11-09' } }, ['climbing', 'waiting']],
    ['days from', { dateRange: { startDate: '2026-11-06', endDate: '' } }, ['climbing']],
    ['days to', { dateRange: { startDate: null, endDate: '2026-11-01' } }, ['draft']],
    ['banks', { bankNames: ['Old Harbour'] }, ['waiting']],
    ['types', { paymentTypes: ['CI', 'EPAY'] }, ['waiting']],
    ['currencies', { currencies: ['CAD'] }, ['waiting']],
    ['payees', { payeeNames: ['Anvil & Sons'] }, ['waiting']],
    ['vendors', { vendorNames: ['Anvil Props'] }, ['waiting']],
    ['a release that failed', { isFailedToSendToAccounting: true }, ['approved']],
    ['two that do not meet', { vendorNames: ['Anvil Props'], currencies: ['USD'] }, []],
  ])('LS-27: by %s', async (_what, body, expected) => {
    expect(await list('dana', body)).toEqual(expected);
  });

  test('LS-27, DEC-46: every filter of the body narrows the list', async () => {
    const all = { paymentNumbers: ['CK200'], statuses: ['SUBMITTED_FOR_APPROVAL' as const] };
    expect(await list('dana', all)).toEqual(['waiting']);
    const others: PaymentFilterBody[] = [
      { group: { by: 'VENDOR', key: 'none' } },
      { paymentNumbers: ['none'] },
      { statuses: ['APPROVED'] },
      { dateRange: { startDate: '2020-01-01', endDate: '2020-01-02' } },
      { bankNames: ['Gone Bank'] },
      { paymentTypes: ['EPAYNF'] },
      { currencies: ['USD'] },
      { payeeNames: ['Nobody'], vendorNames: ['Nobody'], accountingPeriods: ['Week 1'] },
      { amountFilter: { operator: 'LESS_THAN', totalAmount: 1 } },
      { isFailedToSendToAccounting: true },
      { waitingSince: '2020-01-01', waitingWith: ['nobody'], openQuestion: 'TO_ME', isDraftToSubmit: true },
      { waitingAt: { workflowTemplateId: 'none', step: 'Step 1' }, documentIds: ['alpha1_none'] },
      { notCoveredFor: 'nobody' },
      { isWaitingForNobody: true },
    ];
    for (const other of others)
      expect(await list('dana', { ...all, ...other }), JSON.stringify(other)).toEqual([]);
    // A new field of the body is added to the filters above or to those without a test.
    const tested = [...others.flatMap(Object.keys), 'approverIds', 'denierIds', 'isWaiting'];
    expect(tested.toSorted()).toEqual(Object.keys(paymentFilters.entries).toSorted());
  });

  test('LS-28, LS-27: amounts are compared in cents, not in floats', async () => {
    const by = (operator: 'EQUAL_TO' | 'GREATER_THAN' | 'LESS_THAN', totalAmount: number) =>
      list('dana', { amountFilter: { operator, totalAmount } });
    expect(await by('EQUAL_TO', 900)).toEqual(['waiting']);
    expect(await by('EQUAL_TO', 900.01)).toEqual([]);
    expect(await by('GREATER_THAN', 900)).toEqual(['climbing']);
    expect(await by('LESS_THAN', 50)).toEqual(['draft']);
    const wrong = await as('dana').post('/api/payments/filter?showId=alpha1', {
      amountFilter: { operator: 'ABOUT', totalAmount: 1 },
    });
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});

describe('a page', () => {
  test.each([
    ['PAYMENT_NUMBER,ASC', ['draft', 'waiting', 'climbing', 'approved', 'denied']],
    ['DATE,DESC', ['climbing', 'waiting', 'denied', 'approved', 'draft']],
    ['VENDOR_NAME,ASC', ['waiting']],
    ['PAYMENT_TYPE,DESC', ['waiting']],
    ['BANK_NAME,DESC', ['waiting']],
    ['TOTAL,DESC', ['climbing', 'waiting', 'denied', 'approved', 'draft']],
    ['STATUS,ASC', ['approved', 'denied', 'draft']],
  ])('DEC-46, API-88: sorted by %s', async (sort, expected) => {
    const sorted = await list('dana', {}, `&sort=${sort}`);
    // Rows that are equal in these columns are in the order of their ids.
    expect(sorted.slice(0, expected.length)).toEqual(expected);
  });

  test('API-88, PA-01, DEC-45: rows have the fields of a list and the step for an approval; `total` counts all', async () => {
    const answer = await as('lena').post<PaymentList>(
      '/api/payments/filter/?showId=alpha1&page=1&count=1&persona=approver',
      { statuses: ['SUBMITTED_FOR_APPROVAL'] },
    );
    expect(answer.body).toEqual({
      total: 1,
      sums: [{ currency: 'CAD', totalCost: 900 }],
      payments: [
        {
          id: ids['waiting'],
          showId: 'alpha1',
          version: 2,
          contentVersion: 1,
          number: 'CK200',
          created: '2026-11-05T18:00:00.000Z',
          vendorName: 'Anvil Props',
          payeeName: 'Anvil & Sons',
          paymentType: 'CI',
          bankName: 'Old Harbour',
          totalCost: 900,
          currency: 'CAD',
          status: 'SUBMITTED_FOR_APPROVAL',
          submissionStatus: 'Submitted for approval',
          attachmentCount: 0,
          workflowStepId: expect.stringMatching(/-1$/),
          isWaiting: true,
          waiting: expect.objectContaining({ usualDays: null, step: 'Step 1' }),
        },
      ],
    });
    const second = await as('dana').post<PaymentList>(
      '/api/payments/filter?showId=alpha1&page=2&count=2',
      {},
    );
    expect([second.body.total, second.body.payments.length]).toEqual([7, 2]);
    // A list other than the queue has no sums, and its documents are not pending for this user.
    expect([second.body.sums, second.body.payments.some(({ isWaiting }) => isWaiting)]).toEqual([
      undefined,
      false,
    ]);
    const wrong = await as('dana').post('/api/payments/filter?showId=alpha1&sort=DEPARTMENT,ASC', {});
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});

describe('names', () => {
  const search = (type: string, text: string) =>
    as('dana').get<string[] & { code?: string }>(
      `/api/payments/search/${type}/?showId=alpha1&search=${text}`,
    );

  test('PA-13, API-94: names of vendors and payees contain the text, from two letters on', async () => {
    expect((await search('vendor-name', 'vil')).body).toEqual(['Anvil Props']);
    expect((await search('payee-name', 'SONS')).body).toEqual(['Anvil & Sons']);
    expect((await search('payee-name', 'lu')).body).toEqual(['Lumen Rentals Inc']);
    expect((await search('vendor-name', 'a')).body).toEqual([]);
    expect((await search('vendor-name', 'zz')).body).toEqual([]);
    const wrong = await search('bank-name', 'old');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('PA-14, API-95: the filters offer the values of the show’s payments', async () => {
    const answer = await as('dana').get<PaymentFilterSetup>('/api/payments/search/setup/?showId=alpha1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        BANK_NAME: ['First Harbor Bank', 'Old Harbour'],
        CURRENCY: ['CAD', 'USD'],
        PAYEE_NAME: ['Anvil & Sons', 'Lumen Rentals Inc'],
        PAYMENT_TYPE: ['ACH', 'CI'],
        VENDOR_NAME: ['Anvil Props', 'Lumen Rentals'],
      },
    ]);
  });
});
