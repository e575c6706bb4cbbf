import type { Locator } from 'vitest/browser';
import { expect } from '../expect.ts';
import { draft } from '../fixtures/purchase-orders.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Opens a list and waits for its first rows, because the skeleton rows do not react to clicks. */
export async function openList(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, options);
  await waitForList(app.page);
  return app;
}

export async function waitForList(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

/** The row or card of a document, by its description, or by its number for a payment. */
export function rowOf(page: Page, document: { description: string } | { number: string }): Locator {
  const hasText = 'description' in document ? document.description : document.number;
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText });
}

/** Returns drafts of dana, numbered from 00001. */
export function numberedOrders(count: number): PurchaseOrder[] {
  return Array.from({ length: count }, (_, at) => draft({ poNumber: String(at + 1).padStart(5, '0') }));
}

/** The rows of a list without its header. */
export function rowsIn(page: Page, label = 'Purchase orders'): Locator {
  return page.getByRole('grid', { name: label }).locator('tbody').getByRole('row');
}

/** Scrolls the page to this position (px). */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, top));
}

/** Scrolls to the end of a list repeatedly until this many pages of 50 rows have loaded. */
export async function loadPages(page: Page, count: number): Promise<void> {
  const main = page.getByRole('main');
  for (let reached = 2; reached <= count; reached += 1)
    await expect
      .poll(() =>
        main.evaluate((element) => {
          const rows = Math.round(element.scrollHeight / 40);
          // New rows do not scroll the list to its end, so each poll scrolls.
          if (rows <= reached * 50) element.scrollTo(0, element.scrollHeight);
          return rows;
        }),
      )
      .toBeGreaterThan(reached * 50);
}

/** Selects another status. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  return page.getByRole('dialog', { name: 'Filters' });
}

/** Types into a combo box and chooses an option. */
export async function takeFilter(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}
