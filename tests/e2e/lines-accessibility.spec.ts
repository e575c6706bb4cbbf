import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { pdfBytes } from './support/files.ts';
import { aLine, submitted } from './support/orders.ts';
import { newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';

/** Axe finds nothing in either theme, and nothing scrolls the page sideways. */
async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ).toEqual([]);
  }
  const beyond = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...beyond)).toBe(0);
}

test('DEC-80: lines that are edited, with their errors, are sound', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.edit(1);
  await lines.pickType(1, 'Rental, weekly');
  await lines.field(1, 'Total Rental Cost').fill('5');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await lines.edit(1);
  await expect(lines.row(1).getByText('Description field is required.')).toBeVisible();
  await expectSound(page);
});

for (const width of [375, 1440]) {
  test(`DEC-80, DEC-74: coding in place and the reading of a PDF are sound at ${width} px`, async ({
    as,
  }) => {
    const dana = await as('dana');
    const label = 'quote of the workshop for all lamps before they were repaired, second version.pdf';
    const attachmentId = await dana.api.upload(label, await pdfBytes(['Quote', 'Terms']));
    const { id } = await submitted(dana, {
      attachments: [{ attachmentId, label }],
      lineItems: [aLine({ coding: { ACCOUNT: '2301', EPISODE: '101', SET: 'S020' }, taxCode: '1099-N' })],
    });
    const { page } = await as('marcus', { viewport: { width, height: 800 } });
    await page.goto(`/po/review/${id}/approver`);
    await page.getByRole('button', { name: /Change coding of line 1/ }).click();
    await expect(page.getByRole('group', { name: 'Coding of line 1' })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible();
    await expectSound(page);
  });
}
