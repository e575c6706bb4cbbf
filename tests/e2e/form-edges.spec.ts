import type { Page } from '@playwright/test';
import { openNew } from './support/form.ts';
import { openNewInvoice } from './support/invoice-form.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

/** The left and right edges of what stands below each other in the form, and of its bar. */
async function edges(page: Page): Promise<string[]> {
  const cards = page.locator('[data-form] section.rounded-lg');
  await expect(page.getByRole('region', { name: 'Line Items' })).toBeVisible();
  await expect.poll(() => cards.count()).toBeGreaterThan(4);
  await settled(page);
  const boxes = await cards.evaluateAll((all) =>
    all.map((card) => {
      const { left, right } = card.getBoundingClientRect();
      return `${Math.round(left)} ${Math.round(right)}`;
    }),
  );
  return [...new Set(boxes)];
}

for (const width of [375, 900, 1280, 1440, 1920]) {
  test(`UX-02, LI-06: at ${width} px all sections of a form have the same edges, and the page does not scroll sideways`, async ({
    as,
  }) => {
    const [dana, elena] = [
      await as('dana', { viewport: { width, height: 900 } }),
      await as('elena', { viewport: { width, height: 900 } }),
    ];
    await openNew(dana.page);
    if (width < 769) await elena.page.goto('/invoice/create');
    else await openNewInvoice(elena.page);
    for (const { page } of [dana, elena]) {
      expect(await edges(page)).toHaveLength(1);
      const [all, seen] = await page
        .getByRole('main')
        .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
      expect(all).toBeLessThanOrEqual(seen);
    }
    if (width < 1440) return;
    // Where the window has room, so has the form: no column of the table is out of sight.
    const [whole, shown] = await elena.page
      .getByRole('region', { name: 'Table of lines' })
      .evaluate((table) => [table.scrollWidth, table.clientWidth] as const);
    expect(whole).toBeLessThanOrEqual(shown);
  });
}
