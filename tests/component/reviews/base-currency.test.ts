import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { draft, line, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import { routeOf } from '../support/fixtures/workflows.ts';
import { section } from '../support/pages/forms.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { openReview } from '../support/pages/reviews.ts';

const canadian = show('nlite', { settings: { baseCurrency: 'CAD' } });
const converted = () =>
  submittedOrder({
    lineItems: [line({ quantity: 1, unitCost: 10_000, totalCost: 10_000 })],
    baseTotal: { currency: 'CAD', total: 13_600, rate: '1.36' },
  });

for (const width of [375, 1440])
  test(
    `CURR-33: the review shows the amount in the base currency with the original beside it at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const { page } = await openReview(converted(), 'approver', { show: canadian, width });
      await expect(page.getByText('CAD 13,600.00 (USD 10,000.00 at 1.36)').first()).toBeVisible();
    },
  );

test('CURR-32: a list has one total in the base currency, with the split on request', async () => {
  const order = converted();
  const { page } = await openList('/po', { show: canadian, orders: [order, draft()] });
  await expect(rowOf(page, order)).toContainText('CAD 13,600.00');
  const main = page.getByRole('main');
  await expect(main).toContainText('CA$13,600.00');
  await expect(main).toContainText('without a rate');
  await expect(main.getByText('$10,300.00')).toHaveCount(0);
  await page.getByRole('button', { name: 'By currency' }).click();
  await expect(main).toContainText('$10,300.00');
});

test('CURR-33: the steps of a draft show what their limits compare, and a missing rate', async () => {
  const route = routeOf('PO', 'Set Decoration');
  const { page } = await openReview(draft(), 'creator', {
    show: canadian,
    api: (fake) =>
      void fake.on('GET /api/workflows/route', {
        ...route,
        missing: ['EXCHANGE_RATE'],
        baseTotal: { currency: 'CAD', total: 408, rate: '1.36' },
      }),
  });
  const steps = section(page, 'Approval Steps');
  await expect(steps).toContainText('CAD 408.00 at 1.36');
  await expect(steps).toContainText('There is no exchange rate for this currency yet.');
});
