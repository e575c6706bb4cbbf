import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { openNewOrder, openNewInvoice } from '../support/pages/forms.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

/** Returns the left and right edges of the sections of a form and of its footer. */
async function edges(page: Page): Promise<string[]> {
  const cards = page.locator('[data-form] section.rounded-lg');
  await expect.poll(() => cards.count()).toBeGreaterThan(4);
  await page.waitForIdle();
  const boxes = cards.elements().map((card) => {
    const { left, right } = card.getBoundingClientRect();
    return `${Math.round(left)} ${Math.round(right)}`;
  });
  return [...new Set(boxes)];
}

const forms: [name: string, open: () => Promise<App>][] = [
  ['a PO', openNewOrder],
  ['an invoice', openNewInvoice],
];

for (const [name, open] of forms)
  test(`UX-02, LI-06: the sections of the form of ${name} have the same edges at every width, and the page does not scroll sideways`, async () => {
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

test('ENTRY-05: on a phone, the bar of a form replaces the navigation and takes less than a fifth of the screen with the top bar', async () => {
  const { page } = await openNewOrder({ width: 375, height: 812 });
  await expect(page.getByRole('button', { name: 'Save & Review' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0);
  const height = await page.getByRole('main').evaluate((main) => main.clientHeight);
  const bar = await page.locator('[data-page-bar]').boundingBox();
  expect(812 - height + (bar?.height ?? 0)).toBeLessThan(812 / 5);
});

test('LI-06: all columns of invoice lines are in view when the window is wide enough', async () => {
  const { page } = await openNewInvoice();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  for (const width of [1440, 1920]) {
    page.setViewportSize({ width, height: 900 });
    await page.waitForIdle();
    const table = page.getByRole('region', { name: 'Table of lines' });
    const [whole, shown] = await table.evaluate((one) => [one.scrollWidth, one.clientWidth] as const);
    expect(whole, `${width} px`).toBeLessThanOrEqual(shown);
  }
});

test('DEC-80: a focused select has one focus ring, around its box', async () => {
  const { page } = await openNewOrder();
  const box = page.getByRole('button', { name: 'PO Contains (Optional)' });
  await box.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect(box).toHaveCSS('outline-style', 'solid');
  const parentStyle = await box.evaluate(
    ({ parentElement }) => parentElement && getComputedStyle(parentElement),
  );
  expect(parentStyle?.outlineStyle).toBe('none');
});
