import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCursor, sorts } from '#domain/lists/lists';
import { measureCost, countTrips } from '../../support/worker/database/counting-d1.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { addVolume, volumeId } from '../../support/worker/fixtures/volume.ts';

const ids = inShow('alpha1');
const size = { small: 1_000, large: 20_000 } as const;
const page = 50;
const asking = 20;
let counted: ReturnType<typeof countTrips>;

type Request = () => Promise<Answer<unknown>>;

const list =
  (name: PersonName, type: string, filters: object = {}, query = ''): Request =>
  () =>
    as(name).post(`/api/${type}/filter?showId=alpha1&persona=CREATOR${query}`, {
      showId: 'alpha1',
      ...filters,
    });
const queue =
  (name: PersonName, type: string, filters: object = {}): Request =>
  () =>
    as(name).post(`/api/${type}/filter?showId=alpha1&persona=APPROVER`, { showId: 'alpha1', ...filters });

const sums =
  (name: PersonName, persona: string, type: string, filters: object = {}): Request =>
  () =>
    as(name).post(`/api/${type}/filter/sums?showId=alpha1&persona=${persona}`, {
      showId: 'alpha1',
      ...filters,
    });

/** Requests whose cost does not depend on the size of the show. */
const flat: Record<string, Request> = {
  'newest orders': list('ada', 'pos'),
  'newest invoices': list('ada', 'invoices'),
  'newest payments': list('ada', 'payments'),
  'orders in progress': list('ada', 'pos', { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }),
  'orders approved': list('ada', 'pos', { poStatuses: ['APPROVED'] }),
  'orders void': list('ada', 'pos', { poStatuses: ['VOID'] }),
  'orders in progress, lowest first': list(
    'ada',
    'pos',
    { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] },
    '&sort=PO_NUMBER,ASC',
  ),
  'invoices in progress': list('ada', 'invoices', { statuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }),
  'payments in draft': list('ada', 'payments', { statuses: ['DRAFT'] }),
  'payments approved': list('ada', 'payments', { statuses: ['APPROVED'] }),
  'orders of a department': list('ada', 'pos', { departmentIds: [ids.department('art')] }),
  'orders by day, oldest first': list('ada', 'pos', {}, '&sort=DATE,ASC'),
  'second page': list('ada', 'pos', {}, '&page=2'),
};
for (const type of ['PO_NUMBER', 'VENDOR_NAME', 'DEPARTMENT', 'DESCRIPTION', 'CREATED_BY', 'TOTAL', 'STATUS'])
  for (const direction of ['ASC', 'DESC'])
    flat[`orders by ${type} ${direction}`] = list('ada', 'pos', {}, `&sort=${type},${direction}`);
Object.assign(flat, {
  "an approver's orders": queue('hugo', 'pos'),
  "an approver's approved payments": queue('hugo', 'payments', { statuses: ['APPROVED'] }),
  "a department's orders": list('carl', 'pos'),
  'sum of orders': sums('ada', 'CREATOR', 'pos'),
  'sum of approved invoices': sums('ada', 'CREATOR', 'invoices', { statuses: ['APPROVED'] }),
  "sum of a department's orders": sums('carl', 'CREATOR', 'pos'),
  "sum of an approver's orders": sums('hugo', 'APPROVER', 'pos'),
} satisfies Record<string, Request>);

const open: Record<string, Request> = {
  order: () => as('ada').get(`/api/pos/${volumeId('PO', 777)}`),
  invoice: () => as('ada').get(`/api/invoices/${volumeId('INVOICE', 777)}`),
  payment: () => as('ada').get(`/api/payments/${volumeId('PAYMENT', 777)}`),
  'what waits': () => as('hugo').get('/api/users/meta?showId=alpha1'),
  'own orders': list('dana', 'pos'),
  home: () => as('hugo').get('/api/home?showId=alpha1'),
  'vendors by name': () => as('ada').get('/api/vendors?search=lumen&id=alpha1'),
  search: () => as('ada').get('/api/search?q=lumen&showId=alpha1'),
  'my shows': () => as('hugo').get('/api/shows?count=20&page=1'),
};

async function rowsRead(requests: Record<string, Request>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    const { answer, cost } = await measureCost(request);
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200);
    found[name] = cost.rowsRead;
  }
  return found;
}

let small: Record<string, number>;

beforeAll(async () => {
  await openAllTypes();
  await addVolume(1, size.small);
  for (const name of ['ada', 'hugo', 'carl', 'dana'] as const)
    await as(name).get('/api/users/meta?showId=alpha1');
  counted = countTrips();
  small = await rowsRead({ ...flat, ...open });
  await addVolume(size.small + 1, size.large);
}, 240_000);
afterAll(() => {
  counted.stop();
});

test('DEC-46: lists and documents read as many rows in a large show as in a small one', async () => {
  const large = await rowsRead({ ...flat, ...open });
  const grown = Object.entries(large).filter(([name, rows]) => rows > 2 * (small[name] ?? 0));
  expect(grown).toEqual([]);
  // In addition to the page: session and permissions.
  const much = Object.entries(large).filter(([name, rows]) => name in flat && rows > 5 * page + asking);
  expect(much).toEqual([]);
});

interface Row {
  id: string;
  version: number;
}

test('LS-24: a deep page that starts after a known row reads as much as the first', async () => {
  const found: Record<string, number> = {};
  const last = 200;
  // A list by waiting time has only documents in approval, and sorts them (WAIT-06).
  for (const type of sorts.PO.types.filter((one) => one !== 'WAITING_SINCE'))
    for (const direction of ['ASC', 'DESC'])
      for (const [name, filters] of Object.entries({
        all: {},
        'in progress': { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] },
      })) {
        if (name !== 'all' && type !== 'PO_NUMBER') continue;
        const read = (query: string) =>
          as('ada').post<{ poS: Row[]; total: number }>(
            `/api/pos/filter?showId=alpha1&sort=${type},${direction}&count=50&${query}`,
            { showId: 'alpha1', ...filters },
          );
        const far = name === 'all' ? last : 10;
        const before = (await read(`page=${far - 1}`)).body.poS.at(-1);
        const plain = await read(`page=${far}`);
        const { answer, cost } = await measureCost(() =>
          read(`page=${far}&after=${formatCursor(before ?? { id: '', version: 0 })}`),
        );
        expect(answer.body, `${name} ${type} ${direction}`).toEqual(plain.body);
        expect(answer.body.poS).toHaveLength(50);
        found[`${name} ${type} ${direction}`] = cost.rowsRead;
      }
  const much = Object.entries(found).filter(([, rows]) => rows > 5 * page + asking);
  expect(much).toEqual([]);
}, 60_000);

test('LS-24: after a changed or removed row a page is found by its number', async () => {
  const read = async (query: string) =>
    (
      await as('ada').post<{ poS: Row[]; total: number }>(
        `/api/pos/filter?showId=alpha1&sort=TOTAL,ASC&count=50&${query}`,
        { showId: 'alpha1', poStatuses: ['APPROVED'] },
      )
    ).body;
  const [third, row] = [await read('page=3'), (await read('page=2')).poS.at(-1)];
  const older = { id: row?.id ?? '', version: (row?.version ?? 0) - 1 };
  const draft = (
    await as('ada').post<{ poS: Row[] }>('/api/pos/filter?showId=alpha1', {
      showId: 'alpha1',
      poStatuses: ['DRAFT'],
    })
  ).body.poS[0];
  for (const after of [older, { id: 'nobody', version: 1 }, draft ?? older])
    expect(
      await read(`page=3&after=${formatCursor({ ...after, version: Math.max(0, after.version) })}`),
    ).toEqual(third);
  const wrong = await as('ada').post('/api/pos/filter?showId=alpha1&after=1', { showId: 'alpha1' });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { code: 'invalid_parameter', message: 'after is not valid.' },
  ]);
});
