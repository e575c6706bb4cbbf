import { beforeAll, describe, expect, test } from 'vitest';
import { env } from 'cloudflare:workers';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { addDays, dateInZone, defaultTimeZone } from '#domain/values/days';
import { storeFor } from '#store/d1/open';
import { refreshUsualDurations } from '#verbs/operations/usual-durations';
import { action, approveAs, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const today = () => dateInZone(new Date().toISOString(), defaultTimeZone);
/** Sets the arrival of an order to noon of the day that is `days` before today. */
const arriveBefore = (id: string, days: number) =>
  sql.alpha`UPDATE documents SET waiting_since = ${`${addDays(today(), -days)}T12:00:00.000-08:00`} WHERE id = ${id}`;

const list = async (name: PersonName, persona: string, filters: object = {}, query = '') => {
  const { body } = await as(name).post<PurchaseOrderList>(
    `/api/pos/filter?showId=alpha1&persona=${persona}&count=200${query}`,
    { showId: 'alpha1', ...filters },
  );
  return body;
};
const queue = { poStatuses: ['SUBMITTED_FOR_APPROVAL'] };
const idsOf = ({ poS }: PurchaseOrderList) => poS.map(({ id }) => id);

describe('the clock', () => {
  test('WAIT-01, WAIT-05: a submitted order waits with the approvers of its step since today', async () => {
    const po = await submitted('dana');
    expect(po.waiting).toMatchObject({ days: 0, usualDays: null });
    const row = (await list('dana', 'CREATOR')).poS.find(({ id }) => id === po.id);
    expect(row?.waiting).toEqual({ ...po.waiting, with: row?.waiting?.with });
    expect(row?.waiting?.with.map(({ id }) => id)).toContain('abel');
    expect(po.waiting?.with.map(({ id }) => id)).toContain('abel');
  });

  test('WAIT-01: a draft and a void order do not wait', async () => {
    expect((await create('dana')).waiting).toBeNull();
    const po = await submitted('dana');
    await action('abel', 'void', po, { reason: 'No' });
    expect((await read('dana', po.id)).waiting).toBeNull();
  });

  test('WAIT-01: arrival at the next step starts the clock again', async () => {
    const po = await submitted('dana');
    await arriveBefore(po.id, 14);
    expect((await read('dana', po.id)).waiting?.days).toBe(10);
    await approveAs(po, 'abel');
    const { waiting } = await read('dana', po.id);
    expect(waiting?.days).toBe(0);
    expect(waiting?.step).not.toBe(po.waiting?.step);
  });

  test('WAIT-04: the clock pauses while the owner has the document', async () => {
    const po = await submitted('dana');
    await arriveBefore(po.id, 14);
    await action('abel', 'revision', po, { reason: 'More' });
    expect((await read('dana', po.id)).waiting).toBeNull();
    await as('dana').put(`/api/pos/${po.id}/submit?r=0`);
    expect((await read('dana', po.id)).waiting?.days).toBe(10);
  });

  test('WAIT-11: a holiday takes a day away', async () => {
    const po = await submitted('dana');
    await arriveBefore(po.id, 14);
    const days = Array.from({ length: 14 }, (_, n) => ({ day: addDays(today(), -n), name: '' }));
    await setSettings('alpha1', { holidays: days });
    expect((await read('dana', po.id)).waiting?.days).toBe(0);
    await setSettings('alpha1', { holidays: [] });
  });
});

describe('lists by waiting time', () => {
  let orders: PurchaseOrder[];
  beforeAll(async () => {
    orders = [await submitted('dana'), await submitted('dana'), await submitted('dana')];
    const [first, second, third] = orders;
    await arriveBefore(first?.id ?? '', 70);
    await arriveBefore(second?.id ?? '', 90);
    await arriveBefore(third?.id ?? '', 80);
  });
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const n = orders.findIndex((one) => one.id === id);
      return n < 0 ? [] : [n + 1];
    });

  test('WAIT-06: the queue by waiting time is oldest first, and by number without it', async () => {
    expect(named(idsOf(await list('abel', 'APPROVER', queue, '&sort=WAITING_SINCE,ASC')))).toEqual([2, 3, 1]);
    expect(named(idsOf(await list('abel', 'APPROVER', queue)))).toEqual([3, 2, 1]);
  });

  test('WAIT-06: a list by waiting time has only documents in approval, in its total too', async () => {
    await create('dana');
    const sorted = await list('dana', 'CREATOR', {}, '&sort=WAITING_SINCE,DESC');
    expect(sorted.poS.every(({ waiting }) => waiting !== null)).toBe(true);
    expect(sorted.total).toBe(sorted.poS.length);
    expect(named(idsOf(sorted))).toEqual([1, 3, 2]);
    const filtered = await list('dana', 'CREATOR', { isWaiting: true });
    expect(filtered.total).toBe(sorted.total);
  });

  test('WAIT-06: the next page starts after the last row', async () => {
    const path = '/api/pos/filter?showId=alpha1&persona=CREATOR&sort=WAITING_SINCE,ASC';
    const first = await as('dana').post<PurchaseOrderList>(`${path}&count=2`, { showId: 'alpha1' });
    const last = first.body.poS.at(-1);
    const second = await as('dana').post<PurchaseOrderList>(
      `${path}&count=2&page=2&after=${last?.id},${last?.version}`,
      { showId: 'alpha1' },
    );
    expect(named([...idsOf(first.body), ...idsOf(second.body)])).toEqual([2, 3, 1]);
  });

  test('WAIT-07: the filter by person lists what waits with them', async () => {
    const withAbel = await list('dana', 'CREATOR', { waitingWith: ['abel'] });
    expect(named(idsOf(withAbel))).toEqual([3, 2, 1]);
    expect(withAbel.poS.every(({ waiting }) => waiting?.with.some(({ id }) => id === 'abel'))).toBe(true);
    expect((await list('dana', 'CREATOR', { waitingWith: ['wendy'] })).total).toBe(0);
  });

  test('WAIT-08: the filter by waiting time lists what arrived on a day or earlier', async () => {
    const until = (days: number) =>
      list('dana', 'CREATOR', { waitingSince: addDays(today(), -days) }).then((one) => named(idsOf(one)));
    expect([await until(91), await until(90), await until(80), await until(70)]).toEqual([
      [],
      [2],
      [3, 2],
      [3, 2, 1],
    ]);
    const wrong = await as('dana').post('/api/pos/filter?showId=alpha1', { waitingSince: 'soon' });
    expect(wrong.status).toBe(400);
  });

  test('WAIT-08: the totals follow the filter', async () => {
    const { body } = await as('dana').post<{ sums: unknown[] }>(
      '/api/pos/filter/sums?showId=alpha1&persona=CREATOR',
      { showId: 'alpha1', waitingSince: addDays(today(), -91) },
    );
    expect(body.sums).toEqual([]);
  });

  test('WAIT-10: the next document is the one that follows in the order of the request', async () => {
    const [a, b, c, d] = [
      await submitted('dana'),
      await submitted('dana'),
      await submitted('dana'),
      await submitted('dana'),
    ];
    await Promise.all([
      arriveBefore(a.id, 200),
      arriveBefore(b.id, 300),
      arriveBefore(c.id, 250),
      arriveBefore(d.id, 220),
    ]);
    const next = async (po: PurchaseOrder, sort: object) =>
      (await action('abel', 'approval', po, { getNext: true, ...sort })).body.nextId;
    expect(await next(d, {})).toBe(c.id);
    expect(await next(c, { sort: 'WAITING_SINCE,ASC' })).toBe(a.id);
    expect((await action('abel', 'approval', a, { sort: 'TOTAL,ASC' })).status).toBe(400);
  });
});

test('WAIT-03: the usual duration of a step is the median of at least five cases', async () => {
  const rows = async (count: number) => {
    const po = await submitted('dana');
    for (let n = 0; n < count; n += 1) {
      const one = await submitted('dana');
      await arriveBefore(one.id, 7 * (n + 1));
      await approveAs(one, 'abel');
    }
    const store = storeFor(env, { id: 'alpha1', shard: 0 });
    await sql.alpha`UPDATE show_settings SET usual_durations_day = ''`;
    await refreshUsualDurations(env, store, new Date().toISOString());
    return (await read('dana', po.id)).waiting?.usualDays;
  };
  await sql.alpha`DELETE FROM step_durations`;
  expect(await rows(4)).toBeNull();
  await sql.alpha`DELETE FROM step_durations`;
  expect(await rows(5)).toBe(15);
});
