import { beforeAll, describe, expect, test } from 'vitest';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';

const alpha = inShow('alpha1');
const vendorAddress = { id: alpha.vendorAddress('anvil') };
const anvil = { vendor: { id: alpha.vendor('anvil'), name: 'x' }, vendorAddress };
const grip = { department: { id: alpha.department('grip'), name: 'Grip' } };
const orderByName = new Map<string, PurchaseOrder>();
const idOf = (name: string) => orderByName.get(name)?.id ?? name;
beforeAll(async () => {
  await openStudio();
  const keep = async (name: string, making: Promise<PurchaseOrder>) => orderByName.set(name, await making);
  const danas = (total: number, description: string, poDate: string) =>
    submitted('dana', { ...withTotal(total), description, poDate });
  const carls = { ...withTotal(20), ...anvil, description: 'Charlie', poDate: '2026-03-10' };
  await keep('draft', create('dana', { ...withTotal(10), description: 'Alpha', poDate: '2026-01-10' }));
  await keep(
    'grips',
    create('wendy', { ...withTotal(70), ...grip, description: 'Bravo', poDate: '2026-02-10' }),
  );
  await keep('carls', create('carl', carls));
  await keep('waiting', danas(2000, 'Delta', '2026-04-10'));
  await keep('climbing', danas(2500, 'Echo', '2026-05-10'));
  await keep('revised', danas(50, 'Foxtrot', '2026-06-10'));
  await keep('approved', danas(60, 'Golf', '2026-07-10'));
  await keep('voided', danas(30, 'Hotel', '2026-08-10'));
  await keep('archived', danas(40, 'India', '2026-09-10'));
  const at = (name: string) => read('abel', idOf(name));
  await approveAs(await at('climbing'), 'abel');
  await action('abel', 'revision', await at('revised'), { reason: 'Again' });
  await approveAs(await at('approved'), 'abel', 'lena', 'luis');
  await action('abel', 'void', await at('voided'), { reason: 'No' });
  await action('abel', 'void', await at('archived'), { reason: 'No', archive: true });
});

async function list(name: PersonName, filters: Record<string, unknown> = {}, query = '') {
  const path = `/api/pos/filter/?showId=alpha1${query}`;
  const answer = await as(name).post<PurchaseOrderList & { code?: string }>(path, filters);
  const names = answer.body.poS?.map(
    (po) => [...orderByName].find(([, one]) => one.id === po.id)?.[0] ?? po.id,
  );
  return { ...answer, names };
}
const found = async (...of: Parameters<typeof list>) => (await list(...of)).names.toSorted();
describe('the list of a creator', () => {
  const danas = ['approved', 'climbing', 'draft', 'revised', 'voided', 'waiting'];

  test('API-09, LS-45, LS-02: rows have the fields of the list', async () => {
    const { status, body } = await list('dana', { poNumbers: [orderByName.get('draft')?.poNumber] });
    expect([status, body]).toEqual([
      200,
      {
        total: 1,
        poS: [
          {
            id: idOf('draft'),
            version: 1,
            contentVersion: 1,
            prefix: 'ART',
            poNumber: orderByName.get('draft')?.poNumber,
            poDate: '2026-01-10',
            revision: 0,
            vendor: { name: 'Lumen Rentals' },
            department: { id: alpha.department('art'), name: 'Art' },
            description: 'Alpha',
            creator: { id: 'dana', name: 'Dana Stone' },
            ownerId: 'dana',
            totalCost: 10,
            currency: 'USD',
            status: 'DRAFT',
            submissionStatus: 'Draft',
            attachmentCount: 0,
            currentChangeOrderNumber: 0,
            isWaiting: false,
            waiting: null,
          },
        ],
      },
    ]);
  });

  test('PE-17, DEC-13: the scopes are own, own and department, all', async () => {
    expect(await found('dana')).toEqual(danas);
    expect(await found('carl')).toEqual(['carls', ...danas].toSorted());
    expect(await found('wendy')).toEqual(['carls', 'grips', ...danas].toSorted());
    expect(await found('otto')).toEqual([]);
  });

  test('PE-17, DEC-13: GET by id uses the same scopes', async () => {
    const status = async (name: PersonName, order: string) =>
      (await as(name).get(`/api/pos/${idOf(order)}`)).status;
    expect([
      await status('dana', 'carls'),
      await status('carl', 'draft'),
      await status('carl', 'grips'),
    ]).toEqual([404, 200, 404]);
    expect([
      await status('wendy', 'draft'),
      await status('abel', 'waiting'),
      await status('abel', 'draft'),
    ]).toEqual([200, 200, 404]);
    // Without a workflow step the approver persona falls back to the creator's visibility (DEC-14).
    expect((await as('dana').get(`/api/pos/${idOf('draft')}?persona=APPROVER`)).status).toBe(200);
  });

  test.each([
    [
      'LS-12',
      'in progress',
      { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] },
      ['climbing', 'draft', 'revised', 'waiting'],
    ],
    [
      'DEC-22',
      'in approval, at any step',
      { poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
      ['climbing', 'waiting'],
    ],
    ['LS-12', 'approved', { poStatuses: ['APPROVED'] }, ['approved']],
    ['DEC-31', 'voided, archived ones too', { poStatuses: ['VOID'] }, ['archived', 'voided']],
    [
      'LS-25',
      'a range of days',
      { dateRange: { startDate: '2026-04-10', endDate: '2026-06-10' } },
      ['climbing', 'revised', 'waiting'],
    ],
    [
      'LS-25',
      'from a day on',
      { dateRange: { startDate: '2026-07-10', endDate: '' } },
      ['approved', 'voided'],
    ],
    ['LS-25', 'up to a day', { dateRange: { startDate: null, endDate: '2026-01-10' } }, ['draft']],
    ['LS-25', 'a department', { departmentIds: [alpha.department('grip')] }, []],
    ['LS-25', 'a vendor', { vendorNumbers: ['N-lumen'], vendorData: [{ any: 1 }] }, danas],
    ['LS-25', 'a creator', { creatorIds: ['carl'] }, []],
    ['LS-25', 'no change orders', { isAdjustment: true }, []],
    ['AC-06', 'failed to send', { isFailedToSendToAccounting: true }, []],
    [
      'LS-25',
      'two filters at once',
      { poStatuses: ['DRAFT'], dateRange: { startDate: '2026-06-01' } },
      ['revised'],
    ],
  ])('%s: filter by %s', async (_id, _name, filters, names) => {
    expect(await found('dana', filters)).toEqual(names);
  });

  test('LS-25: filters of an admin include every creator, department and vendor', async () => {
    expect(await found('ada', { creatorIds: ['carl', 'wendy'] })).toEqual(['carls', 'grips']);
    expect(await found('ada', { departmentIds: [alpha.department('grip')] })).toEqual(['grips']);
    expect(await found('ada', { vendorNumbers: ['N-anvil'] })).toEqual(['carls']);
  });

  test('DEC-18, DEC-31: numbers match by containing the text, without leading zeros, and include archived orders', async () => {
    const numberOf = (name: string) => orderByName.get(name)?.poNumber ?? '';
    expect(await found('dana', { poNumbers: [numberOf('archived')] })).toEqual(['archived']);
    expect(await found('dana', { poNumbers: ['0', numberOf('draft')] })).toContain('draft');
    expect(
      await found('dana', { poNumbers: [`000${Number(numberOf('draft'))}`, numberOf('waiting')] }),
    ).toEqual(['draft', 'waiting']);
    expect(await found('dana', { poNumbers: ['77777'] })).toEqual([]);
    expect(await found('dana', { poNumbers: ['%', "' OR 1=1 --"] })).toEqual([]);
  });

  test('LS-25: a search for a hundred numbers works', async () => {
    const answer = await list('dana', {
      poNumbers: Array.from({ length: 100 }, (_one, n) => String(90_000 + n)),
    });
    expect([answer.status, answer.body.total]).toEqual([200, 0]);
  });
});

describe('the list of an approver', () => {
  const approver = '&persona=approver';
  const pending = { poStatuses: ['SUBMITTED_FOR_APPROVAL'] };

  test('LS-14: a row in any list is marked when it is in the user’s queue, and a queue has its sums', async () => {
    const turns = async (name: PersonName, query = '') => {
      const { names, body } = await list(name, {}, query);
      return names.filter((_name, n) => body.poS[n]?.isWaiting);
    };
    expect(await turns('abel', approver)).toEqual(['waiting']);
    expect(await turns('lena', approver)).toEqual(['climbing']);
    expect(await turns('wendy')).toEqual([]);
    const { total, sums } = (await list('lena', pending, approver)).body;
    expect([total, sums]).toEqual([1, [{ currency: 'USD', totalCost: 2500 }]]);
    expect((await list('wendy', pending)).body.sums).toBeUndefined();
  });

  test.each([
    ['LS-14', 'Pending Approval', 'abel', pending, ['waiting']],
    ['LS-14', 'Pending Approval one step on', 'lena', pending, ['climbing']],
    ['LS-13', 'Awaiting Revision', 'abel', { poStatuses: ['DRAFT'], isRevision: true }, ['revised']],
    [
      'LS-15',
      'Approved By Me, also further up',
      'abel',
      { poStatuses: ['APPROVED'], approverIds: ['abel'] },
      ['approved', 'climbing'],
    ],
    [
      'LS-15',
      'Approved By Me of the last',
      'luis',
      { poStatuses: ['APPROVED'], approverIds: ['luis'] },
      ['approved'],
    ],
    ['LS-15', 'Voided By Me', 'abel', { poStatuses: ['VOID'], voiderIds: ['abel'] }, ['archived', 'voided']],
    ['LS-15', 'Voided By Me of another', 'lena', { poStatuses: ['VOID'], voiderIds: ['lena'] }, []],
  ] as const)('%s, DEC-46: %s (%s)', async (_id, _name, who, filters, names) => {
    expect(await found(who, filters, approver)).toEqual(names);
  });

  test("DEC-46: another approver's id in the filter is ignored", async () => {
    expect(await found('lara', { poStatuses: ['APPROVED'], approverIds: ['abel'] }, approver)).toEqual([]);
    expect(await found('abel', { poStatuses: ['VOID'], voiderIds: ['lena'] }, approver)).toEqual([
      'archived',
      'voided',
    ]);
  });

  test('SH-50, DEC-84: pending orders are counted with the shows', async () => {
    const { body } = await as('abel').get('/api/users/shows/');
    expect(body).toMatchObject({ shows: [{ id: 'alpha1', awaitingApprovalCount: 1 }] });
    expect((await as('lena').get('/api/users/meta/?show=alpha1')).body).toMatchObject({
      awaitingApproval: { po: 1 },
    });
  });
});

type Row = PurchaseOrderList['poS'][number];
describe('order and pages', () => {
  const order = async (sort: string) => (await list('ada', {}, `&sort=${sort}`)).body.poS;

  test('LS-04, DEC-46: the default order is by number descending', async () => {
    const numbers = (await list('ada')).body.poS.map((po) => po.poNumber);
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    expect(await order('PO_NUMBER,DESC')).toEqual((await list('ada')).body.poS);
  });

  test.each([
    ['PO_NUMBER', (po: Row) => po.poNumber],
    ['DATE', (po) => po.poDate],
    ['VENDOR_NAME', (po) => po.vendor.name],
    ['DEPARTMENT', (po) => po.department?.name ?? ''],
    ['DESCRIPTION', (po) => po.description],
    ['CREATED_BY', (po) => po.creator.name],
    ['TOTAL', (po) => po.totalCost],
    ['STATUS', (po) => po.submissionStatus],
  ] as [string, (po: Row) => string | number][])(
    'LS-03, DEC-46: %s, both ways, ties by id descending',
    async (type, valueOf) => {
      for (const direction of ['ASC', 'DESC']) {
        const rows = await order(`${type},${direction}`);
        expect(rows.length).toBeGreaterThan(7);
        const sorted = rows.toSorted((a, b) => {
          if (valueOf(a) === valueOf(b)) return a.id < b.id ? 1 : -1;
          return (valueOf(a) < valueOf(b) ? -1 : 1) * (direction === 'ASC' ? 1 : -1);
        });
        expect(rows.map((po) => po.id)).toEqual(sorted.map((po) => po.id));
      }
    },
  );

  test('LS-23, LS-24, DEC-47: pages have no gaps or repeated rows; total counts all', async () => {
    const all = (await list('ada')).body;
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list('ada', {}, `&count=3&page=${page}`)));
    expect(pages.flatMap((page) => page.body.poS)).toEqual(all.poS);
    expect(pages.map((page) => page.body.total)).toEqual([all.total, all.total, all.total, all.total]);
    expect((await list('ada', {}, '&count=100000')).status).toBe(200);
    expect((await list('ada', {}, '&page=99')).body).toEqual({ poS: [], total: all.total });
  });

  test.each([
    ['an unknown sort', {}, '&sort=ATTACHMENTS,ASC'],
    ['an unknown direction', {}, '&sort=DATE,UP'],
    ['a page that is none', {}, '&page=0'],
    ['a count that is none', {}, '&count=-1'],
    ['an unknown persona', {}, '&persona=owner'],
    ['an unknown status', { poStatuses: ['LOST'] }, ''],
    ['a day that is none', { dateRange: { startDate: '2026-13-01' } }, ''],
    ['too many numbers', { poNumbers: Array.from({ length: 101 }, () => '1') }, ''],
  ])('DEC-02, LS-03: %s is invalid_parameter', async (_name, filters, query) => {
    const answer = await list('ada', filters, query);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });
});
