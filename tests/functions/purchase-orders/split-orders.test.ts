import { beforeAll, describe, expect, test } from 'vitest';
import { approveAs, as, withTotal, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { order } from '../../support/worker/fixtures/relief.ts';
import { openStudio, setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
const ids = inShow('alpha1');

/** Every test has a month of its own: orders of other tests are more than a week away. */
const on = (poDate: string) => ({ poDate });
const splitOf = async (name: Parameters<typeof read>[0], id: string) => (await read(name, id)).possibleSplit;

describe('possible parts of a larger order', () => {
  test('PO-66: three orders of one day that exceed a limit together are shown to the approver of each', async () => {
    const [first, second, third] = [
      await submitted('dana', { ...withTotal(990), ...on('2026-01-10') }),
      await submitted('dana', { ...withTotal(980), ...on('2026-01-10') }),
      await submitted('dana', { ...withTotal(970), ...on('2026-01-10') }),
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

  test('PO-66: it is only a warning: the order can be approved, and the warning disappears', async () => {
    await submitted('dana', { ...withTotal(600), ...on('2026-02-10') });
    const po = await submitted('dana', { ...withTotal(600), ...on('2026-02-10') });
    expect(await splitOf('abel', po.id)).not.toBeNull();
    expect((await approveAs(po, 'abel', 'lena', 'luis')).body).toMatchObject({ status: 'APPROVED' });
    expect(await splitOf('abel', po.id)).toBeNull();
  });

  test('PO-66: orders within seven days are a split, those of eight are not', async () => {
    await submitted('dana', { ...withTotal(600), ...on('2026-03-10') });
    const near = await submitted('dana', { ...withTotal(600), ...on('2026-03-17') });
    expect((await splitOf('abel', near.id))?.total).toBe(1200);
    const far = await submitted('dana', { ...withTotal(600), ...on('2026-03-25') });
    expect(await splitOf('abel', far.id)).toBeNull();
  });

  test('PO-66: other vendors, drafts, and orders that exceed the limit themselves do not count', async () => {
    const anvil = {
      vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: ids.vendorAddress('anvil') },
    };
    const po = await submitted('dana', { ...withTotal(600), ...on('2026-04-10') });
    await submitted('dana', { ...withTotal(600), ...on('2026-04-10'), ...anvil });
    await create('dana', { ...withTotal(600), ...on('2026-04-10') });
    expect(await splitOf('abel', po.id)).toBeNull();
    await submitted('dana', { ...withTotal(1200), ...on('2026-04-10') });
    expect(await splitOf('abel', po.id)).toBeNull();
  });

  test('PO-66: orders that the approver may not see are counted without their numbers', async () => {
    const hidden = await order([700_00], { business_day: '2026-05-10' });
    const po = await submitted('dana', { ...withTotal(600), ...on('2026-05-10') });
    expect(await splitOf('abel', po.id)).toMatchObject({ total: 1300, orders: [], hiddenOrders: 1 });
    expect((await as('abel').get(`/api/pos/${hidden.id}`)).status).toBe(404);
  });

  test('PO-66: a setting of the show turns the warning off', async () => {
    await submitted('dana', { ...withTotal(600), ...on('2026-06-10') });
    const po = await submitted('dana', { ...withTotal(600), ...on('2026-06-10') });
    await setSettings('alpha1', { splitOrderWarning: false });
    expect(await splitOf('abel', po.id)).toBeNull();
    await setSettings('alpha1', { splitOrderWarning: true });
    expect(await splitOf('abel', po.id)).not.toBeNull();
  });
});
