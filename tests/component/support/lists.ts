import type { Locator } from 'vitest/browser';
import { expect } from './expect.ts';
import { openApp } from './open-app.ts';
import type { App, AppOptions } from './open-app.ts';
import type { Page } from './page.ts';

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
