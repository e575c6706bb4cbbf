import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { openNew, openNewInvoice } from '../support/pages/forms.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

/** The left and right edges of the sections of a form and of its bar. */
async function edges(page: Page): Promise<string[]> {
  const cards = page.locator('[data-form] section.rounded-lg');
  await expect.poll(() => cards.count()).toBeGreaterThan(4);
  await page.settled();
  const boxes = cards.elements().map((card) => {
    const { left, right } = card.getBoundingClientRect();
    return `${Math.round(left)} ${Math.round(right)}`;
  });
  return [...new Set(boxes)];
}

const forms: [name: string, open: () => Promise<App>][] = [
  ['a PO', openNew],
  ['an invoice', openNewInvoice],
];

for (const [name, open] of forms)
  test(`UX-02, LI-06: at every width the sections of the form of ${name} have the same edges, and the page does not scroll sideways`, async () => {
    const { page } = await open();
    for (const width of [375, 900, 1280, 1440, 1920]) {
      page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('region', { name: 'Line Items' })).toBeVisible();
      expect(await edges(page), `${width} px`).toHaveLength(1);
      const main = page.getByRole('main');
      const [all, seen] = await main.evaluate((one) => [one.scrollWidth, one.clientWidth] as const);
      expect(all, `${width} px`).toBeLessThanOrEqual(seen);
    }
  });

test('LI-06: where the window has room no column of the lines of an invoice is out of sight', async () => {
  const { page } = await openNewInvoice();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  for (const width of [1440, 1920]) {
    page.setViewportSize({ width, height: 900 });
    await page.settled();
    const table = page.getByRole('region', { name: 'Table of lines' });
    const [whole, shown] = await table.evaluate((one) => [one.scrollWidth, one.clientWidth] as const);
    expect(whole, `${width} px`).toBeLessThanOrEqual(shown);
  }
});

test('DEC-80: a select that has the focus has one ring, at its box', async () => {
  const { page } = await openNew();
  const box = page.getByRole('button', { name: 'PO Contains (Optional)' });
  await box.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect(box).toHaveCSS('outline-style', 'solid');
  const around = await box.evaluate(({ parentElement }) => parentElement && getComputedStyle(parentElement));
  expect(around?.outlineStyle).toBe('none');
});
