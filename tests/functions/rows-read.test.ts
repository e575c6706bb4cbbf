import { afterAll, beforeAll, expect, test } from 'vitest';
import { costing, countTrips } from '../support/worker/counting-d1.ts';
import { openAllTypes } from '../support/worker/studio-all-types.ts';
import { as } from '../support/worker/studio-client.ts';
import type { Answer } from '../support/worker/studio-client.ts';
import { inShow } from '../support/worker/studio-rows.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';
import { addVolume, volumeId } from '../support/worker/studio-volume.ts';

const ids = inShow('alpha1');
const size = { small: 1_000, large: 20_000 } as const;
const page = 50;
const asking = 20;
/** A tenth of the documents is in progress: what is between them is stepped over. */
const isWhole = (name: string) => name in flat && name !== 'orders in progress';
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

/** What costs the same in a show of any size. */
const flat: Record<string, Request> = {
  'newest orders': list('ada', 'pos'),
  'newest invoices': list('ada', 'invoices'),
  'newest payments': list('ada', 'payments'),
  'orders in progress': list('ada', 'pos', { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }),
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
} satisfies Record<string, Request>);

const open: Record<string, Request> = {
  order: () => as('ada').get(`/api/pos/${volumeId('PO', 777)}`),
  invoice: () => as('ada').get(`/api/invoices/${volumeId('INVOICE', 777)}`),
  payment: () => as('ada').get(`/api/payments/${volumeId('PAYMENT', 777)}`),
  'what waits': () => as('hugo').get('/api/users/meta?showId=alpha1'),
  'own orders': list('dana', 'pos'),
  home: () => as('hugo').get('/api/home?showId=alpha1'),
  'my shows': () => as('hugo').get('/api/shows?count=20&page=1'),
};

async function rowsRead(requests: Record<string, Request>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    const { answer, cost } = await costing(request);
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
  // Beside the page: who asks, and by which rights.
  const much = Object.entries(large).filter(([name, rows]) => isWhole(name) && rows > 5 * page + asking);
  expect(much).toEqual([]);
});
