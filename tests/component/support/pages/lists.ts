import type { Locator } from 'vitest/browser';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { expect } from '../expect.ts';
import { draft } from '../fixtures/purchase-orders.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';

/** Opens a list, and waits until the rows of its first answer are drawn: the grey ones before them take no click. */
export async function openList(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, options);
  await listIsDrawn(app.page);
  return app;
}

export async function listIsDrawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

/** The row or card of a document: by its description, a payment's by its number. */
export function rowOf(page: Page, document: { description: string } | { number: string }): Locator {
  const hasText = 'description' in document ? document.description : document.number;
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText });
}

/** So many drafts of dana, numbered from 00001 on. */
export function numberedOrders(count: number): PurchaseOrder[] {
  return Array.from({ length: count }, (_, at) => draft({ poNumber: String(at + 1).padStart(5, '0') }));
}

/** The rows of a list below its heads. */
export function rowsIn(page: Page, label = 'Purchase orders'): Locator {
  return page.getByRole('grid', { name: label }).locator('tbody').getByRole('row');
}

/** Scrolls the page so far down (px). */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, top));
}

/** Scrolls to the end of a list again and again, until so many pages of 50 rows have come. */
export async function loadPages(page: Page, count: number): Promise<void> {
  const main = page.getByRole('main');
  for (let reached = 2; reached <= count; reached += 1)
    await expect
      .poll(() =>
        main.evaluate((element) => {
          const rows = Math.round(element.scrollHeight / 40);
          // Also once the rows have come: they do not scroll to their end by themselves.
          if (rows <= reached * 50) element.scrollTo(0, element.scrollHeight);
          return rows;
        }),
      )
      .toBeGreaterThan(reached * 50);
}

/** Shows another status. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  return page.getByRole('dialog', { name: 'Filters' });
}

/** Takes an option of a box that one types into. */
export async function takeFilter(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).pressSequentially(typed);
  await page.getByRole('option', { name: option }).first().click();
}
