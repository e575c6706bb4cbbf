import { beforeAll, describe, expect, test } from 'vitest';
import { approveAs, as, costing, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { order } from '../../support/worker/fixtures/relief.ts';
import { openStudio, setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
const ids = inShow('alpha1');

/** Every test has a month of its own: the orders of the others are further away than a week. */
const on = (poDate: string) => ({ poDate });
const splitOf = async (name: Parameters<typeof read>[0], id: string) => (await read(name, id)).possibleSplit;

describe('orders that may be parts of a larger one', () => {
  test('PO-66: three orders of one day that exceed a limit together are shown to the approver of each', async () => {
    const [first, second, third] = [
      await submitted('dana', { ...costing(990), ...on('2026-01-10') }),
      await submitted('dana', { ...costing(980), ...on('2026-01-10') }),
      await submitted('dana', { ...costing(970), ...on('2026-01-10') }),
    ];
    const entry = (po: typeof first) => ({
      id: po.id,
      number: expect.stringContaining(po.poNumber),
      date: '2026-01-10',
      totalCost: po.totalCost,
    });
    expect(await splitOf('abel', first.id)).toEqual({
      limit: 1000,
      total: 2940,
      currency: 'USD',
      orders: [entry(second), entry(third)],
      hiddenOrders: 0,
    });
    expect((await splitOf('lena', third.id))?.orders).toEqual([entry(first), entry(second)]);
    expect(await splitOf('dana', first.id)).toBeNull();
  });

  test('PO-66: it is a warning only: the order can be approved, and then it is gone', async () => {
    await submitted('dana', { ...costing(600), ...on('2026-02-10') });
    const po = await submitted('dana', { ...costing(600), ...on('2026-02-10') });
    expect(await splitOf('abel', po.id)).not.toBeNull();
    expect((await approveAs(po, 'abel', 'lena', 'luis')).body).toMatchObject({ status: 'APPROVED' });
    expect(await splitOf('abel', po.id)).toBeNull();
  });

  test('PO-66: seven days apart are a split, eight are not', async () => {
    await submitted('dana', { ...costing(600), ...on('2026-03-10') });
    const near = await submitted('dana', { ...costing(600), ...on('2026-03-17') });
    expect((await splitOf('abel', near.id))?.total).toBe(1200);
    const far = await submitted('dana', { ...costing(600), ...on('2026-03-25') });
    expect(await splitOf('abel', far.id)).toBeNull();
  });

  test('PO-66: neither other vendors, drafts, nor orders beyond the limit themselves count', async () => {
    const anvil = {
      vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: ids.vendorAddress('anvil') },
    };
    const po = await submitted('dana', { ...costing(600), ...on('2026-04-10') });
    await submitted('dana', { ...costing(600), ...on('2026-04-10'), ...anvil });
    await create('dana', { ...costing(600), ...on('2026-04-10') });
    expect(await splitOf('abel', po.id)).toBeNull();
    await submitted('dana', { ...costing(1200), ...on('2026-04-10') });
    expect(await splitOf('abel', po.id)).toBeNull();
  });

  test('PO-66: orders that the approver may not see are counted and not named', async () => {
    const hidden = await order([700_00], { business_day: '2026-05-10' });
    const po = await submitted('dana', { ...costing(600), ...on('2026-05-10') });
    expect(await splitOf('abel', po.id)).toMatchObject({ total: 1300, orders: [], hiddenOrders: 1 });
    expect((await as('abel').get(`/api/pos/${hidden.id}`)).status).toBe(404);
  });

  test('PO-66: the show may turn the warning off', async () => {
    await submitted('dana', { ...costing(600), ...on('2026-06-10') });
    const po = await submitted('dana', { ...costing(600), ...on('2026-06-10') });
    await setSettings('alpha1', { splitOrderWarning: false });
    expect(await splitOf('abel', po.id)).toBeNull();
    await setSettings('alpha1', { splitOrderWarning: true });
    expect(await splitOf('abel', po.id)).not.toBeNull();
  });
});
