import { aLine, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('UX-02, LI-22: on a phone the longest word breaks and a credit fits; nothing goes beyond the screen', async ({
  as,
}) => {
  const dana = await as('dana', { viewport: { width: 375, height: 812 } });
  const { page } = dana;
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  const order = await submitted(dana, {
    lineItems: [
      aLine({ description: `Lamps ${word}`, quantity: 99, unitCost: 123.67 }),
      aLine({ description: 'Discount', quantity: 1, unitCost: -999.99 }),
    ],
  });
  await page.goto(`/po/review/${order.id}/creator`);
  const lines = page.getByRole('table', { name: 'Line items' });
  await expect(lines.getByText('-$999.99').first()).toBeVisible();
  const [right, inside] = await page
    .getByRole('main')
    .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
  expect(right).toBe(inside);
});
