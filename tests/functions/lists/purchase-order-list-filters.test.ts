import { beforeAll, describe, expect, test } from 'vitest';
import { purchaseOrderFilters } from '#domain/lists/list-filters';
import { plan } from '../../support/worker/accounting/sandbox.ts';
import {
  aLine,
  action,
  approveAs,
  as,
  withTotal,
  create,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';

const alpha = inShow('alpha1');
const bulk = 230;

const orders = new Map<string, PurchaseOrder>();
const idOf = (name: string) => orders.get(name)?.id ?? name;

/** Inserts many drafts of `wendy` at once; their numbers start at 80001. */
async function insertMany(): Promise<void> {
  await sql.alpha`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${bulk})
     INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort, vendor_number,
       creator_id, creator_name, owner_id, milestones, created_at, updated_at)
     SELECT 'alpha1_bulk' || printf('%05d', i), 'alpha1', 'PO', 'DRAFT', 'Draft', 1, CAST(80000 + i AS TEXT),
       printf('%010d', 80000 + i), 'N-bulk', 'wendy', 'Wendy Stone', 'wendy', '["SAVED_AS_DRAFT"]', '2026-01-05',
       '2026-01-05' FROM n`;
  await sql.alpha`INSERT INTO purchase_orders (document_id, show_id) SELECT id, show_id FROM documents
     WHERE vendor_number = 'N-bulk'`;
}

beforeAll(async () => {
  await openStudio();
  const keep = async (name: string, making: Promise<PurchaseOrder>) => orders.set(name, await making);
  const approve = (name: string) => approveAs({ id: idOf(name) } as PurchaseOrder, 'abel', 'lena', 'luis');
  await keep('draft', create('dana', withTotal(10)));
  await keep('waiting', submitted('dana', withTotal(11)));
  await keep('voided', submitted('dana', withTotal(12)));
  await action('abel', 'void', orders.get('voided') as PurchaseOrder, { reason: 'No' });
  await keep('sent', submitted('dana', withTotal(13)));
  await approve('sent');
  await keep('unsent', submitted('dana', withTotal(14)));
  await plan('SA', { operation: 'po.push', mode: 'FAIL', status: 422, message: 'Closed.' });
  await approve('unsent');
  for (const name of ['changing', 'changed']) {
    await keep(name, submitted('dana', withTotal(15)));
    await approve(name);
    const adjusted = await as('dana').post('/api/workflows/adjust', { poId: idOf(name), reason: 'More' });
    expect(adjusted.status, JSON.stringify(adjusted.body)).toBe(200);
  }
  const { body: open } = await as('dana').get<PurchaseOrder>(`/api/pos/${idOf('changed')}`);
  const lineItems = [...open.lineItems, aLine({ description: 'One more', quantity: 1, unitCost: 5 })];
  await as('dana').put(`/api/pos/${open.id}`, { ...bodyOf(open), lineItems });
  await as('dana').put(`/api/pos/${open.id}/submit?r=0`);
  await approve('changed');
  await sql.ledger`DELETE FROM switches`;
});

function bodyOf(po: PurchaseOrder) {
  return {
    showId: 'alpha1',
    poDate: po.poDate,
    description: po.description,
    department: { id: alpha.department('art'), name: 'Art' },
    category: { id: alpha.category('props'), name: 'Props' },
    vendor: { id: alpha.vendor('lumen'), name: 'Lumen Rentals' },
    vendorAddress: { id: alpha.vendorAddress('lumen') },
    projectCompanyExternalId: 'pc1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'usd1',
    billToAddressId: alpha.address('office'),
    shipToAddressId: alpha.address('stage'),
  };
}

const list = (name: PersonName, filters: Record<string, unknown> = {}, query = 'showId=alpha1') =>
  as(name).post<PurchaseOrderList & { code?: string }>(`/api/pos/filter/?${query}`, filters);
async function found(filters: Record<string, unknown>, name: PersonName = 'dana', query?: string) {
  const { body } = await list(name, filters, query);
  const names = body.poS.map((po) => [...orders].find(([, one]) => one.id === po.id)?.[0] ?? po.id);
  return names.toSorted();
}
const everything = ['changed', 'changing', 'draft', 'sent', 'unsent', 'voided', 'waiting'];

describe('filters of the list', () => {
  test('CO-14, LS-25: isAdjustment selects orders with a change order, open or approved; false selects the others', async () => {
    expect(await found({ isAdjustment: true })).toEqual(['changed', 'changing']);
    expect(await found({ isAdjustment: false })).toEqual(['draft', 'sent', 'unsent', 'voided', 'waiting']);
    expect(await found({ isAdjustment: null })).toEqual(everything);
    expect(await found({ isAdjustment: true, poStatuses: ['APPROVED'] })).toEqual(['changed']);
  });

  test('AC-06, LS-25: isFailedToSendToAccounting selects failed pushes; false selects all', async () => {
    expect(await found({ isFailedToSendToAccounting: true })).toEqual(['unsent']);
    expect(await found({ isFailedToSendToAccounting: false })).toEqual(everything);
    expect(await found({ isFailedToSendToAccounting: true, poStatuses: ['DRAFT'] })).toEqual([]);
  });

  test('LS-25, DEC-46: all filters together select the orders that match each of them', async () => {
    const sent = orders.get('sent');
    const all = {
      poNumbers: [sent?.poNumber],
      dateRange: { startDate: '2026-11-03', endDate: '2026-11-03' },
      departmentIds: [alpha.department('art')],
      vendorNumbers: ['N-lumen'],
      vendorData: [{ name: 'Lumen' }],
      creatorIds: ['dana'],
      poStatuses: ['APPROVED'],
      isAdjustment: false,
      isFailedToSendToAccounting: false,
    };
    expect(await found(all)).toEqual(['sent']);
    const others = [
      { group: { by: 'VENDOR', key: 'none' } },
      { poNumbers: ['99999'] },
      { dateRange: { startDate: '2026-11-04', endDate: null } },
      { departmentIds: [alpha.department('grip')] },
      { vendorNumbers: ['N-anvil'] },
      { creatorIds: ['carl'] },
      { poStatuses: ['VOID'] },
      { isAdjustment: true },
      { isFailedToSendToAccounting: true },
      { importId: 'alpha1_none' },
      { isWaiting: true },
      { waitingSince: '2020-01-01' },
      { waitingWith: ['nobody'] },
      { isWaitingForNobody: true },
      { waitingAt: { workflowTemplateId: 'none', step: 'Step 1' } },
      { documentIds: ['alpha1_none'] },
      { submissionStatuses: ['Draft'] },
      { rentalEnd: { startDate: '2020-01-01', endDate: null } },
      { openQuestion: 'TO_ME' },
      { isDraftToSubmit: true },
      { accountingPeriods: ['Week 1'] },
      { notCoveredFor: 'nobody' },
    ];
    for (const other of others) expect(await found({ ...all, ...other }), JSON.stringify(other)).toEqual([]);
    // A new field of the body is tried above, or has a reason here.
    const untested = {
      'selects the show': ['showId'],
      'another form of vendorNumbers, with its own tests': ['vendorData'],
      'of the home page, tested with its tiles': ['isOwn'],
      'of the tabs, tested with them': ['isRevision', 'approverIds', 'voiderIds'],
    };
    const listed = [...others.flatMap((other) => Object.keys(other)), ...Object.values(untested).flat()];
    expect(listed.toSorted()).toEqual(Object.keys(purchaseOrderFilters.entries).toSorted());
  });

  test('DEC-46: the numbers in vendorData filter like vendorNumbers, together with them', async () => {
    const name = (number: string) =>
      sql.alpha`UPDATE documents SET vendor_number = ${number} WHERE id = ${idOf('draft')}`;
    await name('N-other');
    const others = everything.filter((order) => order !== 'draft');
    expect(await found({ vendorData: [{ number: 'N-other', name: 'Other' }] })).toEqual(['draft']);
    expect(await found({ vendorData: [{ number: 'N-lumen' }] })).toEqual(others);
    const both = { vendorData: [{ number: 'N-other' }], vendorNumbers: ['N-lumen'] };
    expect(await found(both)).toEqual(everything);
    expect(await found({ vendorData: [{ number: 'N-none' }] })).toEqual([]);
    expect(await found({ vendorData: [{ name: 'Other' }, { number: '' }, {}] })).toEqual(everything);
    await name('N-lumen');
  });

  test('DEC-18: several numbers are OR-ed, leading zeros are ignored, and a number of more than ten digits matches nothing', async () => {
    const [sent, draft] = [orders.get('sent')?.poNumber ?? '', orders.get('draft')?.poNumber ?? ''];
    expect(await found({ poNumbers: [`00${sent}`, draft] })).toEqual(['draft', 'sent']);
    expect(await found({ poNumbers: [String(Number(sent))] })).toContain('sent');
    expect(await found({ poNumbers: ['12345678901'] })).toEqual([]);
  });
});

describe('pages of a long list', () => {
  beforeAll(insertMany);
  const ofWendy = (query: string) => list('ada', { vendorNumbers: ['N-bulk'] }, query);
  const numbers = (page: PurchaseOrderList) => page.poS.map((po) => Number(po.poNumber));
  const from = (highest: number, count: number) => Array.from({ length: count }, (_one, n) => highest - n);

  test('LS-01, LS-04, LS-23, LS-24, LS-45: page, persona, count and show are parameters; by default page 1 of 50, by number descending', async () => {
    const plain = await ofWendy('showId=alpha1');
    expect(Object.keys(plain.body).toSorted()).toEqual(['poS', 'total']);
    expect([numbers(plain.body), plain.body.total]).toEqual([from(80_230, 50), bulk]);
    const second = await ofWendy('page=2&count=50&persona=CREATOR&showId=alpha1&sort=PO_NUMBER,DESC');
    expect([numbers(second.body), second.body.total]).toEqual([from(80_180, 50), bulk]);
    const fifth = await ofWendy('page=5&count=50&persona=CREATOR&showId=alpha1');
    expect(numbers(fifth.body)).toEqual(from(80_030, 30));
    expect((await ofWendy('page=1&count=50&persona=APPROVER&showId=alpha1')).body).toEqual({
      poS: [],
      total: 0,
    });
    expect((await ofWendy('page=1&count=50&persona=CREATOR&showId=bravo2')).body).toEqual({
      code: 'SHOW_NOT_IN_SESSION',
    });
  });

  test('DEC-47, LS-24: a count of 20 is 20, and one above 200 becomes 200', async () => {
    expect((await ofWendy('showId=alpha1&count=20')).body.poS).toHaveLength(20);
    const most = await ofWendy('showId=alpha1&count=1000');
    expect([most.body.poS.length, most.body.total]).toEqual([200, bulk]);
    expect(numbers((await ofWendy('showId=alpha1&count=1000&page=2')).body)).toEqual(from(80_030, 30));
  });

  test('PE-17, DEC-13: pages and totals count only visible orders', async () => {
    const dana = await list('dana', { vendorNumbers: ['N-bulk'] });
    expect(dana.body).toEqual({ poS: [], total: 0 });
    expect((await list('carl')).body.total).toBe(everything.length);
    expect((await list('wendy')).body.total).toBe(bulk + everything.length);
  });
});
