import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { waitForChart } from './line-table.ts';

/** Opens the form of a new purchase order and waits until it can be filled. */
export async function openNew(page: Page, query = ''): Promise<void> {
  await page.goto(`/po/create${query}`);
  await expect(page.getByRole('heading', { name: 'New Purchase Order' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Department' })).toContainText('Set Decoration');
  await waitForChart(page);
}

/** Opens the form of a stored purchase order. */
export async function openEdit(page: Page, id: string): Promise<void> {
  await page.goto(`/po/edit/${id}`);
  await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
  await waitForChart(page);
}

/** Opens a select, whose name ends with its label, and chooses the first option of this name. */
export async function pick(page: Page, label: string, option: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }).click();
  await page.getByRole('option', { name: option }).first().click();
}

export async function chooseVendor(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  // Focus first: the page scrolls to the focused field, which would close an open list.
  await box.click();
  await box.fill(name.slice(0, 8));
  await page.getByRole('option', { name }).first().click();
  await expect(box).toHaveValue(name);
  // The name is shown before the vendor is loaded.
  await expect(page.locator('[data-field="vendor"] [aria-busy="true"]')).toHaveCount(0);
}

export function descriptionOf(page: Page): Locator {
  return page.locator('[data-field="description"]').getByRole('textbox', { name: 'Description' });
}

export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Edits the line of this index. Fields that are not passed stay. */
export async function typeLine(
  page: Page,
  index: number,
  line: { description?: string; quantity?: string; unitCost?: string },
): Promise<void> {
  const row = page.locator(`tr[data-row="${index}"]`);
  await row.getByRole('button', { name: `Edit line ${index + 1}` }).click();
  if (line.quantity !== undefined) await row.getByRole('textbox', { name: 'Quantity' }).fill(line.quantity);
  if (line.unitCost !== undefined) await row.getByRole('textbox', { name: 'Unit Cost' }).fill(line.unitCost);
  if (line.description !== undefined) {
    await row.getByRole('textbox', { name: 'Description' }).fill(line.description);
  }
}

/** Fills the required fields of a new purchase order, with two lamps at $150.00. */
export async function fillNew(page: Page, description: string): Promise<void> {
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(description);
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 0, { description: 'Brass lamps', quantity: '2', unitCost: '150' });
}
