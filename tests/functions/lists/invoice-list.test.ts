import { beforeAll, describe, expect, test } from 'vitest';
import { sorts, statusFilters, statusTab, statusTabs } from '#domain/lists/lists';
import { invoiceFilters } from '#domain/lists/list-filters';
import type { InvoiceFilterBody } from '#domain/lists/list-filters';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import {
  act,
  approvedInvoice,
  approveInvoice,
  billing,
  createInvoice,
  openInvoiceStudio,
  outcome,
  scan,
  submit,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import type { Invoice, InvoiceList } from '#domain/invoices/invoice-response';

const ids = inShow('alpha1');
const anvil = {
  vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' },
  vendorAddress: { id: ids.vendorAddress('anvil') },
};

/** One invoice of each kind, in the order of their numbers, so that a list is identified by its kinds. */
const kinds = ['draft', 'waiting', 'climbing', 'returned', 'approved', 'voided', 'denied', 'grip'] as const;
type Kind = (typeof kinds)[number];
const one = {} as Record<Kind, Invoice>;
const denial = { reason: 'x' };

beforeAll(async () => {
  await openInvoiceStudio();
  one.draft = await createInvoice('ivan', { number: 'A-1', description: 'Zebra', date: '2026-09-01' });
  one.waiting = await submittedInvoice('ivan', { number: 'a-2', ...anvil, ...billing(500) });
  one.climbing = await submittedInvoice('ivan', { number: 'B-3', ...billing(20) });
  await approveInvoice(one.climbing.id, 'abel');
  one.returned = await submittedInvoice('ivan', { number: 'b-4' });
  await act('abel', 'revision', one.returned, { reason: 'x' });
  one.approved = await approvedInvoice({ number: '00-5' });
  one.voided = await submittedInvoice('ivan', { number: 'C-6' });
  await act('abel', 'void', one.voided, denial);
  one.denied = await submittedInvoice('ivan', { number: 'C-7' });
  await act('abel', 'deny', one.denied, denial);
  one.grip = await createInvoice('ada', {
    number: 'D-8',
    department: { id: ids.department('grip'), name: 'Grip' },
    attachments: [await scan('ada')],
    date: '2026-10-15',
  });
  await submit('ada', one.grip.id);
});

async function list(name: PersonName, filters: Record<string, unknown> = {}, query = '') {
  const path = `/api/invoices/filter/?showId=alpha1${query}`;
  const { status, body } = await as(name).post<InvoiceList>(path, filters);
  expect(status, JSON.stringify(body)).toBe(200);
  const named = body.invoices.map(({ id }) => kinds.find((kind) => one[kind].id === id) ?? id);
  return { named, body };
}
const shown = async (...given: Parameters<typeof list>) => (await list(...given)).named;
const approving = (name: PersonName, filters: Record<string, unknown>) =>
  shown(name, filters, '&persona=approver');

describe('the list', () => {
  test('API-79, LS-45, LS-05, IN-01: rows have the fields of a list, newest number first, and their total', async () => {
    const { named, body } = await list('ivan');
    expect(body.total).toBe(7);
    expect(named).toEqual(['denied', 'voided', 'returned', 'climbing', 'waiting', 'draft', 'approved']);
    expect(body.invoices.find(({ id }) => id === one.waiting.id)).toEqual({
      id: one.waiting.id,
      version: 2,
      contentVersion: 1,
      number: 'a-2',
      revision: 0,
      date: '2026-11-03',
      dueDate: '2026-12-03',
      amount: 500,
      totalCost: 500,
      currency: 'USD',
      vendorName: 'Anvil Props',
      departmentName: 'Art',
      description: 'Set dressing',
      creator: { id: 'ivan', name: 'Ivan Stone', username: 'ivan@backlot.example' },
      ownerId: 'ivan',
      status: 'SUBMITTED_FOR_APPROVAL',
      submissionStatus: 'Submitted for approval',
      attachmentCount: 1,
      isWaiting: false,
      waiting: {
        since: expect.any(String),
        days: expect.any(Number),
        usualDays: null,
        isNudgedToday: false,
        step: 'Level 1',
        with: [expect.objectContaining({ id: expect.any(String) })],
      },
    });
  });

  test.each([
    ['NUMBER', ['approved', 'draft', 'waiting', 'climbing', 'returned', 'voided', 'denied']],
    ['DATE', ['draft']],
    ['VENDOR_NAME', ['waiting']],
    ['DESCRIPTION', ['denied']],
    ['TOTAL', ['climbing']],
    ['STATUS', ['approved', 'denied', 'draft', 'returned']],
  ] as const)('LS-09, DEC-46: sorted by %s, either way, ties by newest id', async (type, first) => {
    const up = await shown('ivan', {}, `&sort=${type},ASC`);
    expect(up.slice(0, first.length)).toEqual(first);
    const down = await shown('ivan', {}, `&sort=${type},DESC`);
    expect(down).toHaveLength(up.length);
    expect(down[0]).not.toBe(up[0]);
  });

  test('LS-09, DEC-46: department and creator sort, too; attachments and unknown columns do not', async () => {
    expect(sorts.INVOICE.types).toEqual([
      'NUMBER',
      'DATE',
      'VENDOR_NAME',
      'DEPARTMENT',
      'DESCRIPTION',
      'CREATED_BY',
      'TOTAL',
      'STATUS',
      'WAITING_SINCE',
    ]);
    expect((await shown('ada', {}, '&sort=DEPARTMENT,DESC'))[0]).toBe('grip');
    expect((await shown('ada', {}, '&sort=CREATED_BY,ASC'))[0]).toBe('grip');
    for (const sort of ['ATTACHMENTS,ASC', 'PO_NUMBER,ASC', 'NUMBER,UP', 'NUMBER']) {
      const answer = await as('ivan').post(`/api/invoices/filter?showId=alpha1&sort=${sort}`, {});
      expect(outcome(answer)).toEqual([400, 'invalid_parameter']);
    }
  });

  test('LS-24, LS-01: pages follow one another and the total is constant', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { named, body } = await list('ivan', {}, `&count=3&page=${page}&persona=creator`);
      pages.push([named.length, body.total]);
    }
    expect(pages).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
      [0, 7],
    ]);
  });

  test('PE-17, DEC-13: the scope for invoices applies, not that for orders', async () => {
    expect(await shown('ada')).toHaveLength(8);
    expect(await shown('wendy')).toHaveLength(8);
    // Carl sees the invoices of one department, Luis only own ones, of which there are none.
    expect((await shown('carl')).toSorted()).toEqual(kinds.filter((kind) => kind !== 'grip').toSorted());
    expect(await shown('luis')).toEqual([]);
  });
});

describe('filters', () => {
  test.each<[string, Record<string, unknown>, Kind[]]>([
    ['DEC-18: a part of the number in any case', { numbers: ['B-'] }, ['returned', 'climbing']],
    ['DEC-18: several numbers are OR-ed', { numbers: [' a-2 ', 'C-7'] }, ['denied', 'waiting']],
    ['DEC-18: leading zeros count', { numbers: ['00-'] }, ['approved']],
    ['LS-26: a vendor', { vendorNumbers: ['N-anvil'] }, ['waiting']],
    ['LS-26: days', { dateRange: { startDate: '2026-08-01', endDate: '2026-09-30' } }, ['draft']],
    ['LS-26: until a day', { dateRange: { startDate: null, endDate: '2026-10-31' } }, ['grip', 'draft']],
    ['LS-26: a department', { departmentIds: [ids.department('grip')] }, ['grip']],
    ['LS-26: a creator', { creatorIds: ['ada'] }, ['grip']],
    ['LS-26: statuses', { statuses: ['APPROVED'] }, ['approved']],
    [
      'LS-26: all at once',
      { statuses: ['VOID'], numbers: ['c'], creatorIds: ['ivan'] },
      ['denied', 'voided'],
    ],
    ['DEC-46: a vendor in vendorData', { vendorData: [{ number: 'N-anvil', name: 'Anvil' }] }, ['waiting']],
    [
      'DEC-46: vendors of both lists',
      { vendorData: [{ number: 'N-anvil' }], vendorNumbers: ['N-lumen'], numbers: ['a-'] },
      ['waiting', 'draft'],
    ],
    [
      'LS-26: vendorData without a number is only display',
      { vendorData: [{ name: 'X' }], numbers: ['a-1'] },
      ['draft'],
    ],
  ])('%s', async (_what, filters, found) => {
    expect(await shown('ada', filters)).toEqual(found);
  });

  test('LS-26, DEC-46: every filter of the body narrows the list', async () => {
    const all = {
      numbers: ['00-5'],
      statuses: ['APPROVED'],
      dateRange: null,
      departmentIds: [],
      vendorNumbers: ['N-lumen'],
      creatorIds: ['ivan'],
    };
    expect(await shown('ada', all)).toEqual(['approved']);
    const others = [
      { group: { by: 'VENDOR', key: 'none' } },
      { numbers: ['none'] },
      { statuses: ['VOID'] },
      { dateRange: { startDate: '2020-01-01', endDate: '2020-01-02' } },
      { departmentIds: [ids.department('grip')] },
      { vendorNumbers: ['N-anvil'] },
      { creatorIds: ['ada'] },
      { isWaiting: true },
      { waitingSince: '2020-01-01' },
      { waitingWith: ['nobody'] },
      { isWaitingForNobody: true },
      { waitingAt: { workflowTemplateId: 'none', step: 'Step 1' } },
      { documentIds: ['alpha1_none'] },
      { isOwn: true },
      { submissionStatuses: ['Draft'] },
      { dueDate: { startDate: '2020-01-01', endDate: '2020-01-02' } },
      { openQuestion: 'TO_ME' },
      { isDraftToSubmit: true },
      { isFailedToSendToAccounting: true },
      { accountingPeriods: ['Week 1'] },
      { notCoveredFor: 'nobody' },
    ];
    for (const other of others)
      expect(await shown('ada', { ...all, ...other }), JSON.stringify(other)).toEqual([]);
    // A new field of the body is tried above, or has a reason here.
    const untested = {
      'selects the show': ['showId'],
      'another form of vendorNumbers, with its own tests': ['vendorData'],
      'of the tabs, tested with them': ['isRevision', 'approverIds', 'voiderIds'],
    };
    const listed = [...others.flatMap((other) => Object.keys(other)), ...Object.values(untested).flat()];
    expect(listed.toSorted()).toEqual(Object.keys(invoiceFilters.entries).toSorted());
  });

  test('LS-26: an unknown status and an invalid day are refused', async () => {
    for (const body of [{ statuses: ['PAID'] }, { dateRange: { startDate: 'soon', endDate: null } }]) {
      const answer = await as('ivan').post('/api/invoices/filter?showId=alpha1', body);
      expect(outcome(answer)).toEqual([400, 'invalid_parameter']);
    }
  });
});

describe('status tabs', () => {
  const bodyOf = (persona: 'CREATOR' | 'APPROVER', key: string, userId: string): InvoiceFilterBody =>
    statusFilters(statusTab('INVOICE', persona, key), userId);

  test('LS-16: a creator has Show All, In Progress by default, Approved and Voided including denied ones', async () => {
    expect(statusTabs.INVOICE.CREATOR.map(({ label }) => label)).toEqual([
      'Show All',
      'In Progress',
      'Approved',
      'Voided',
    ]);
    expect(statusTab('INVOICE', 'CREATOR', null).label).toBe('In Progress');
    const tab = (key: string) => shown('ivan', bodyOf('CREATOR', key, 'ivan'));
    expect(await tab('all')).toHaveLength(7);
    expect(await tab('in-progress')).toEqual(['returned', 'climbing', 'waiting', 'draft']);
    expect(await tab('approved')).toEqual(['approved']);
    expect(await tab('void')).toEqual(['denied', 'voided']);
  });

  test('LS-17, LS-14, LS-15, DEC-46: an approver has their queue, returned documents, and those that they approved or ended', async () => {
    expect(statusTabs.INVOICE.APPROVER.map(({ label }) => label)).toEqual([
      'Pending Approval',
      'Awaiting Revision',
      'Approved By Me',
      'Voided By Me',
    ]);
    expect(statusTab('INVOICE', 'APPROVER', null).label).toBe('Pending Approval');
    const tab = (name: PersonName, key: string) => approving(name, bodyOf('APPROVER', key, name));
    expect(await tab('abel', 'in-progress')).toEqual(['waiting']);
    expect(await tab('lena', 'in-progress')).toEqual(['climbing']);
    expect(await tab('abel', 'awaiting-revision')).toEqual(['returned']);
    expect(await tab('abel', 'approved')).toEqual(['climbing', 'approved']);
    expect(await tab('lena', 'approved')).toEqual(['approved']);
    expect(await tab('abel', 'void')).toEqual(['denied', 'voided']);
    expect(await tab('lena', 'void')).toEqual([]);
  });

  test('LS-17: the flag selects documents that need revision, not all drafts', async () => {
    expect(await approving('abel', { statuses: ['DRAFT'], isRevision: true })).toEqual(['returned']);
    expect(await approving('abel', { statuses: ['DRAFT'], isRevision: false })).toEqual(['returned']);
  });

  test('DEC-46: the filter uses the votes of the session’s user', async () => {
    expect(await approving('lena', { statuses: ['VOID'], voiderIds: ['abel'] })).toEqual([]);
    expect(await approving('luis', { statuses: ['APPROVED'], approverIds: ['abel'] })).toEqual([]);
  });

  test('DEC-12: pending documents are counted by type', async () => {
    const { body } = await as('abel').get('/api/users/meta?show=alpha1');
    expect(body['awaitingApproval']).toEqual({ po: 0, invoice: 1, payment: 0 });
    expect(await sql.alpha`SELECT type FROM waiting_approvals WHERE user_id = 'abel'`).toEqual([
      { type: 'INVOICE' },
    ]);
  });
});
