import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plan } from '../../support/worker/accounting/sandbox.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { approveAs, as, withTotal, create, submitted } from '../../support/worker/fixtures/client.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

/** Changes the vendor in accounting, without a message to Backlot. */
const inAccounting = (externalId: string, isActive: boolean) =>
  sql.ledger`UPDATE vendors SET is_active = ${isActive ? 1 : 0} WHERE license = ${licenses.SA}
    AND external_id = ${externalId}`;

beforeAll(openStudio);
beforeEach(async () => {
  await sql.ledger`DELETE FROM switches`;
  await inAccounting('lumen', true);
  await sql.alpha`UPDATE vendors SET is_active = 1 WHERE external_id = 'lumen'`;
});

const isActive = async (externalId: string, name: PersonName = 'dana', showId = 'alpha1') => {
  const { status, body } = await as(name).get(
    `/api/vendors/active/?showId=${showId}&externalId=${externalId}`,
  );
  return status === 200 ? body : [status, body];
};
const submit = (id: string) => as('dana').put<{ code: string }>(`/api/pos/${id}/submit?r=0`);
const facts = ({ status, body }: Answer<{ code: string }>) => [status, body];
const vendorError = [400, { code: 'POS_BAD_REQUEST', errors: ['vendor'] }];

describe('whether a vendor is active', () => {
  test('API-40, VE-23, DEC-43: the state is returned by show and external id', async () => {
    expect(await isActive('lumen')).toEqual({ isActive: true });
    expect(await isActive('dormant')).toEqual({ isActive: false });
    expect(await isActive('nobody')).toEqual({ isActive: false });
    expect(await isActive('')).toEqual({ isActive: false });
    expect(await isActive('lumen', 'nora')).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
  });

  test('VE-23, DEC-43, DEC-24: the current state in accounting applies, and a submit is refused at the inactive vendor', async () => {
    const draft = await create('dana', withTotal(41));
    expect(await isActive('lumen')).toEqual({ isActive: true });
    await inAccounting('lumen', false);
    expect(await isActive('lumen')).toEqual({ isActive: false });
    expect(facts(await submit(draft.id))).toEqual(vendorError);

    await inAccounting('lumen', true);
    expect(await isActive('lumen')).toEqual({ isActive: true });
    expect((await submit(draft.id)).status).toBe(200);
  });

  test('DEC-43, DEC-26: a change order of an order with an inactive vendor is refused at the vendor', async () => {
    const po = await submitted('dana', withTotal(42));
    await approveAs(po, 'abel', 'lena', 'luis');
    await inAccounting('lumen', false);
    expect(await isActive('lumen')).toEqual({ isActive: false });
    const body = { poId: po.id, reason: 'More lamps' };
    expect(facts(await as('dana').post('/api/workflows/adjust', body))).toEqual(vendorError);
    expect((await as('dana').get(`/api/pos/${po.id}`)).body).toMatchObject({
      status: 'APPROVED',
      isAdjustable: false,
      currentChangeOrderNumber: 0,
    });
  });

  test.each([
    ['fails', { mode: 'FAIL', status: 503 }],
    ['answers nonsense', { mode: 'GARBAGE' }],
  ])('VE-23: while accounting %s, its last state applies', async (_name, what) => {
    await inAccounting('lumen', false);
    expect(await isActive('lumen')).toEqual({ isActive: false });
    await inAccounting('lumen', true);
    await plan('SA', { operation: 'vendor.list', ...what });
    expect(await isActive('lumen')).toEqual({ isActive: false });
    expect(await isActive('lumen')).toEqual({ isActive: true });
  });
});

describe('the vendor search', () => {
  test('DEC-59, VE-10: at most fifty vendors by name, permanent and temporary together', async () => {
    const names = Array.from({ length: 60 }, (_one, n) => `Quarry ${String(n).padStart(2, '0')}`);
    await Promise.all(
      names.map((name, n) =>
        n % 10 === 3
          ? sql.alpha`INSERT INTO temporary_vendors (id, show_id, name, address, created_by, created_at)
            VALUES (${`alpha1_temp_${n}`}, 'alpha1', ${name}, '1 Pit Road', 'dana', '2026-01-05')`
          : sql.alpha`INSERT INTO vendors (id, show_id, external_id, name, synced_at)
            VALUES (${`alpha1_vendor_q${n}`}, 'alpha1', ${`q${n}`}, ${name}, '2026-01-05')`,
      ),
    );
    type Hits = { id: string; name: string; isTemporary: boolean; tempVendorId: string | null }[];
    const search = async (t: 0 | 1) =>
      (await as('dana').get<Hits>(`/api/vendors/?search=quarry&id=alpha1&t=${t}`)).body;
    const all = await search(1);
    expect(all.map((hit) => hit.name)).toEqual(names.slice(0, 50));
    expect(all[3]).toEqual({
      id: 'alpha1_temp_3',
      name: 'Quarry 03',
      isTemporary: true,
      tempVendorId: 'alpha1_temp_3',
    });
    const permanent = await search(0);
    expect(permanent.map((hit) => hit.name)).toEqual(names.filter((_name, n) => n % 10 !== 3).slice(0, 50));
    expect(permanent.some((hit) => hit.isTemporary)).toBe(false);
  });
});
