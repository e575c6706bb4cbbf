import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Home } from '#domain/lists/home-response';
import type { InvoiceList } from '#domain/invoices/invoice-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { weekOf } from '#domain/lists/home-tiles';
import { addDays, dateInZone, defaultTimeZone } from '#domain/values/days';
import { workingDayBefore } from '#domain/workflow/working-days';
import { preview } from '../../support/worker/bulk-actions.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import {
  action,
  approveAs,
  as,
  create,
  read,
  submitted,
  withTotal,
} from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { actOnBill, bill, submitBill } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { failPushes, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);

async function tilesOf(name: PersonName): Promise<Home['tiles']> {
  const answer = await as(name).get<Home>('/api/home?showId=alpha1');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.tiles;
}

const today = () => dateInZone(new Date().toISOString(), defaultTimeZone);
/** Sets the arrival of a document so many working days ago. */
const arriveBefore = (id: string, days: number) =>
  sql.alpha`UPDATE documents SET waiting_since = ${`${workingDayBefore(today(), days, { holidays: [] })}T09:00:00.000-08:00`} WHERE id = ${id}`;

async function orders(name: PersonName, filters: object, persona = 'CREATOR') {
  const path = `/api/pos/filter?showId=alpha1&persona=${persona}&count=200`;
  const { body } = await as(name).post<PurchaseOrderList>(path, { showId: 'alpha1', ...filters });
  const sums = await as(name).post(`/api/pos/filter/sums?showId=alpha1&persona=${persona}`, {
    showId: 'alpha1',
    ...filters,
  });
  expect(sums.status).toBe(200);
  expect(body.total).toBe(body.poS.length);
  return body.poS.map(({ id }) => id);
}

async function invoices(name: PersonName, filters: object) {
  const path = '/api/invoices/filter?showId=alpha1&persona=CREATOR&count=200';
  const { body } = await as(name).post<InvoiceList>(path, { showId: 'alpha1', ...filters });
  expect(body.total).toBe(body.invoices.length);
  return body.invoices.map(({ id }) => id);
}

describe('HOME-01: each user has the tiles of what they may do', () => {
  const shownTo = async (name: PersonName) =>
    Object.entries(await tilesOf(name)).flatMap(([tile, value]) =>
      value === null || (tile === 'flagged' && !['abel', 'ada'].includes(name)) ? [] : [tile],
    );

  test('HOME-01: by role and visibility', async () => {
    expect(await shownTo('dana')).toEqual(['submitted', 'rentals']);
    expect(await shownTo('ivan')).toEqual(['submitted']);
    expect(await shownTo('abel')).toEqual(['submitted', 'rentals', 'flagged']);
    expect(await shownTo('ada')).toEqual([
      'submitted',
      'rentals',
      'flagged',
      'due',
      'failed',
      'failedInvoicesAndPayments',
      'drafts',
      'periods',
      'away',
      'waitingForNobody',
      'stuck',
    ]);
  });

  test('HOME-01, DEC-12: a closed module has no tile', async () => {
    await setSettings('alpha1', { invoiceModuleVisible: false });
    expect(await shownTo('ivan')).toEqual([]);
    expect(await tilesOf('ada')).toMatchObject({
      due: null,
      drafts: null,
      failed: null,
      failedInvoicesAndPayments: null,
    });
    await setSettings('alpha1', { invoiceModuleVisible: true });
  });
});

describe('creators', () => {
  test('HOME-02: the own documents in approval, the longest waiting first, with whom they wait', async () => {
    await submitted('wendy', { department: { id: 'alpha1_department_grip', name: 'Grip' } });
    const [young, old] = [await submitted('dana'), await submitted('dana')];
    await arriveBefore(old.id, 4);
    await create('dana');
    const { submitted: tile } = await tilesOf('dana');
    expect(tile?.counts).toEqual([{ docType: 'PO', count: 2 }]);
    expect(tile?.longest.map(({ id, days, usualDays }) => [id, days, usualDays])).toEqual([
      [old.id, 4, null],
      [young.id, 0, null],
    ]);
    const { waiting } = await read('dana', old.id);
    expect(tile?.longest[0]).toMatchObject({ step: waiting?.step, with: waiting?.with });
    const listed = await orders('dana', { isOwn: true, isWaiting: true });
    expect(listed.toSorted()).toEqual([young.id, old.id].toSorted());
    // A user who sees more lists only their own with the same filter.
    expect(await orders('wendy', { isOwn: true, isWaiting: true })).toHaveLength(1);
    await approveAs(old, 'abel', 'lena', 'luis');
    expect((await tilesOf('dana')).submitted?.counts).toEqual([{ docType: 'PO', count: 1 }]);
  });

  test('HOME-02, HOME-09: more than three are counted, and three are named', async () => {
    const before = (await tilesOf('dana')).submitted?.counts[0]?.count ?? 0;
    for (let n = 0; n < 3; n += 1) await submitted('dana');
    const { submitted: tile } = await tilesOf('dana');
    expect([tile?.counts[0]?.count, tile?.longest.length]).toEqual([before + 3, 3]);
  });

  test('HOME-03: the own approved orders with rentals that end within seven days', async () => {
    const rent = async (days: number, name: PersonName = 'dana') => {
      const po = await approved(name);
      await sql.alpha`UPDATE document_lines SET acquisition_type = 'RENTAL', rental_end = ${addDays(today(), days)}
        WHERE document_id = ${po.id}`;
      return po.id;
    };
    const [last, first] = [await rent(7), await rent(0)];
    await rent(-1);
    await rent(8);
    const draft = await create('dana');
    await sql.alpha`UPDATE document_lines SET acquisition_type = 'RENTAL', rental_end = ${today()}
      WHERE document_id = ${draft.id}`;
    const { rentals } = await tilesOf('dana');
    const { from, until } = rentals ?? {};
    expect([from, until, rentals?.count]).toEqual([today(), addDays(today(), 7), 2]);
    expect(rentals?.next.map(({ id, endsOn }) => [id, endsOn])).toEqual([
      [first, today()],
      [last, until],
    ]);
    const rentalEnd = { startDate: from, endDate: until };
    expect((await orders('dana', { isOwn: true, poStatuses: ['APPROVED'], rentalEnd })).toSorted()).toEqual(
      [first, last].toSorted(),
    );
    expect((await tilesOf('carl')).rentals?.count).toBe(0);
    expect(await orders('ivan', { rentalEnd })).toEqual([]);
  });

  test('HOME-04: the documents that came back can be listed', async () => {
    const po = await submitted('dana');
    await action('abel', 'revision', po, { reason: 'Which chairs?' });
    const own = { isOwn: true, submissionStatuses: ['Needs revision'] };
    expect(await orders('dana', own)).toEqual([po.id]);
    expect(await orders('dana', { ...own, submissionStatuses: ['Draft'] })).not.toContain(po.id);
    expect(await orders('wendy', { submissionStatuses: ['Needs revision'] })).toEqual([po.id]);
    expect(await orders('wendy', own)).toEqual([]);
  });
});

describe('approvers', () => {
  beforeEach(async () => {
    await sql.alpha`DELETE FROM waiting_approvals`;
  });

  test('HOME-05, BULK-03: flagged are the documents that a bulk approval leaves out', async () => {
    await submitted('dana', { ...withTotal(7), poDate: '2001-01-01' });
    expect((await tilesOf('abel')).flagged).toEqual([]);
    const vendor = { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' };
    const flagged = await submitted('dana', { vendor, vendorAddress: null, poDate: '2003-01-01' });
    const { leftOut } = await preview('abel', { allSelected: true });
    expect(leftOut.map(({ id }) => id)).toEqual([flagged.id]);
    const tile = (await tilesOf('abel')).flagged;
    expect(tile).toEqual([
      { docType: 'PO', ids: [flagged.id], reasons: ['TEMPORARY_VENDOR'], isPartial: false },
    ]);
    const queue = { poStatuses: ['SUBMITTED_FOR_APPROVAL'], documentIds: tile[0]?.ids };
    expect(await orders('abel', queue, 'APPROVER')).toEqual([flagged.id]);
    // The ids give no sight of documents that the user does not see otherwise.
    expect(await orders('hugo', queue, 'APPROVER')).toEqual([]);
    expect(await orders('ivan', { documentIds: [flagged.id] })).toEqual([]);
    expect((await tilesOf('hugo')).flagged).toEqual([]);
  });

  test('HOME-05: an invoice without its attachment is flagged', async () => {
    const id = await bill([{ cents: 5_000 }]);
    expect((await submitBill(id)).status).toBe(200);
    await sql.alpha`UPDATE documents SET attachment_count = 0 WHERE id = ${id}`;
    expect((await tilesOf('lena')).flagged).toMatchObject([
      { docType: 'INVOICE', ids: [id], reasons: ['MISSING_ATTACHMENT'] },
    ]);
  });

  test('HOME-12: the largest document of each currency is named', async () => {
    await submitted('dana', withTotal(10));
    await submitted('dana', withTotal(20));
    const euro = await submitted('dana', withTotal(5));
    await sql.alpha`UPDATE documents SET currency_code = 'EUR' WHERE id = ${euro.id}`;
    const { firsts } = (await as('abel').get<Home>('/api/home?showId=alpha1')).body;
    const largest = firsts.filter(({ why }) => why === 'LARGEST');
    expect(largest.map(({ currency, totalCost }) => [currency, totalCost])).toEqual([
      ['USD', 20],
      ['EUR', 5],
    ]);
  });
});

describe('accountants', () => {
  test('HOME-06: invoices that are due this week and not approved', async () => {
    const { from, until } = weekOf(today());
    const ids = [
      await bill([{ cents: 1_000 }], { dueDate: from }),
      await bill([{ cents: 2_550 }], { dueDate: until }),
    ];
    const [, sent = ''] = ids;
    expect((await submitBill(sent)).status).toBe(200);
    await bill([{ cents: 100 }], { dueDate: addDays(from, -1) });
    await bill([{ cents: 100 }], { dueDate: addDays(until, 1) });
    const done = await bill([{ cents: 100 }], { dueDate: until });
    await submitBill(done);
    await actOnBill(done, 'approval');
    const { due } = await tilesOf('ada');
    expect(due).toEqual({ from, until, count: 2, sums: [{ currency: 'USD', totalCost: 35.5 }] });
    const dueDate = { startDate: from, endDate: until };
    const open = { statuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'], dueDate };
    expect((await invoices('ada', open)).toSorted()).toEqual(ids.toSorted());
    expect((await tilesOf('ivan')).due).toBeNull();
  });

  test('HOME-06: the invoices that a user has to submit are their own', async () => {
    expect((await tilesOf('ada')).drafts).toBe(0);
    await sql.directory`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'ivan'`;
    const { drafts } = await tilesOf('ivan');
    const listed = await invoices('ivan', { isOwn: true, submissionStatuses: ['Draft'] });
    expect([drafts, listed.length]).toEqual([3, 3]);
    await sql.directory`UPDATE memberships SET invoice_visibility = 'CREATED_BY_THIS_USER' WHERE user_id = 'ivan'`;
  });

  test('HOME-06, AC-06: the orders that accounting has not accepted', async () => {
    expect((await tilesOf('ada')).failed).toBe(0);
    const po = await submitted('dana', withTotal(7));
    await approveAs(po, 'abel', 'lena');
    await failPushes('SA', 'The account is closed.');
    await approveAs(po, 'luis');
    expect((await tilesOf('ada')).failed).toBe(1);
    expect(await orders('ada', { isFailedToSendToAccounting: true })).toEqual([po.id]);
  });
});

describe('Show Admins', () => {
  test('HOME-07: a step is stuck when documents wait longer than usual', async () => {
    await sql.alpha`UPDATE documents SET waiting_since = NULL`;
    const po = await submitted('dana');
    const step = po.waiting?.step ?? '';
    expect((await tilesOf('ada')).stuck).toEqual([]);
    await arriveBefore(po.id, 3);
    expect((await tilesOf('ada')).stuck).toEqual([]);
    await sql.alpha`UPDATE show_settings SET usual_durations = ${JSON.stringify({ [`alpha1_flow ${step}`]: 2 })}`;
    const { stuck } = await tilesOf('ada');
    const since = workingDayBefore(today(), 3, { holidays: [] });
    expect(stuck).toEqual([
      { docType: 'PO', workflowTemplateId: 'alpha1_flow', step, count: 1, days: 3, usualDays: 2, since },
    ]);
    const waitingAt = { workflowTemplateId: 'alpha1_flow', step };
    expect(await orders('ada', { waitingAt, waitingSince: since })).toEqual([po.id]);
    expect(await orders('ada', { waitingAt: { ...waitingAt, step: 'Step 9' } })).toEqual([]);
    expect((await tilesOf('abel')).stuck).toBeNull();
  });

  test('HOME-08, COV-08, COV-27: absent approvers with documents that nobody may decide in their place', async () => {
    expect((await tilesOf('ada')).away).toEqual([]);
    const po = await submitted('dana', withTotal(900));
    await cover('abel', 'hugo', { amountLimit: 1 });
    const { body } = await as('ada').get<{ undecided: number }[]>('/api/covers?showId=alpha1');
    const undecided = body[0]?.undecided;
    expect(undecided).toBeGreaterThan(0);
    const abel = { userId: 'abel', name: 'Abel Stone', lastDay: addDays(today(), 6) };
    expect((await tilesOf('ada')).away).toEqual([{ ...abel, docType: 'PO', undecided }]);
    expect(await orders('ada', { notCoveredFor: 'abel' })).toContain(po.id);
    expect((await tilesOf('abel')).away).toBeNull();
    await endCovers();
    expect((await tilesOf('ada')).away).toEqual([]);
    expect(await orders('ada', { notCoveredFor: 'abel' })).toEqual([]);
  });
});

test('HOME-10: a filter with invalid values is rejected', async () => {
  for (const filter of [
    { submissionStatuses: ['Approved'] },
    { isOwn: 'yes' },
    { waitingAt: { step: 'Step 1' } },
    { documentIds: Array.from({ length: 101 }, () => 'x') },
    { rentalEnd: { startDate: 'soon', endDate: null } },
  ]) {
    const answer = await as('dana').post('/api/pos/filter?showId=alpha1', { showId: 'alpha1', ...filter });
    expect(answer.status, JSON.stringify(filter)).toBe(400);
  }
});
