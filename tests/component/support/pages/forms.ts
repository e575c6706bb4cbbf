import type { Locator } from 'vitest/browser';
import { stubSaves } from '../api/stub-saves.ts';
import { expect } from '../expect.ts';
import { waitForChart, lineTable } from './line-table.ts';
import type { LineTable } from './line-table.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type FormOptions = Omit<AppOptions, 'orders' | 'invoices'> & {
  /** Other stored documents. */
  orders?: PurchaseOrder[];
  invoices?: Invoice[];
};

export interface FormApp extends App {
  lines: LineTable;
}

/** Waits until a form can be filled in. */
export async function waitForForm(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.locator('[data-form] section').first().waitFor();
  await waitForChart(page);
}

/** Opens a form whose saves are stored in the world. */
async function openForm(path: string, heading: RegExp, options: AppOptions): Promise<FormApp> {
  const app = await openApp(path, {
    ...options,
    api(fake, world) {
      stubSaves(fake, world);
      options.api?.(fake, world);
    },
  });
  await waitForForm(app.page, heading);
  return { ...app, lines: lineTable(app.page) };
}

/** Opens the form of a new purchase order. */
export function openNewOrder(options: FormOptions = {}, query = ''): Promise<FormApp> {
  return openForm(`/po/create${query}`, /^New Purchase Order/, options);
}

/** Opens the form of a stored purchase order. */
export function openStoredOrder(
  order: PurchaseOrder,
  { orders = [], ...options }: FormOptions = {},
): Promise<FormApp> {
  const allDocuments = [order, ...orders];
  return openForm(`/po/edit/${order.id}`, /^Edit Purchase Order/, { ...options, orders: allDocuments });
}

/** Opens the form of a new invoice, as elena. */
export function openNewInvoice(options: FormOptions = {}, query = ''): Promise<FormApp> {
  return openForm(`/invoice/create${query}`, /^New Invoice/, { as: 'elena', ...options });
}

/** Opens the form of a stored invoice, as elena. */
export function openStoredInvoice(
  invoice: Invoice,
  { invoices = [], ...options }: FormOptions = {},
): Promise<FormApp> {
  const allDocuments = [invoice, ...invoices];
  return openForm(`/invoice/edit/${invoice.id}`, /^Edit Invoice/, {
    as: 'elena',
    ...options,
    invoices: allDocuments,
  });
}

/** Opens a select, whose accessible name ends with its label, and chooses the first option with this name. */
export async function pick(page: Page, label: string, option: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }).click();
  await page.getByRole('option', { name: option }).first().click();
}

export function vendorBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Vendor Name' });
}

/** Picks a vendor from the search results. The box shows the name before the vendor has loaded. */
export async function pickVendorOption(page: Page, name: string): Promise<void> {
  const box = vendorBox(page);
  // Focusing a field scrolls the page, which closes an open list. So the click comes first.
  await box.click();
  await box.fill(name.slice(0, 8));
  await page.getByRole('option', { name }).first().click();
  await expect(box).toHaveValue(name);
}

export async function chooseVendor(page: Page, name: string): Promise<void> {
  await pickVendorOption(page, name);
  await expect(page.locator('[data-field="vendor"] [aria-busy="true"]')).toHaveCount(0);
}

/** A header field of a form, by the field name of the validation rules. */
export function fieldOf(page: Page, name: string): Locator {
  return page.locator(`[data-field="${name}"]`);
}

export function descriptionOf(page: Page): Locator {
  return fieldOf(page, 'description').getByRole('textbox', { name: 'Description' });
}

export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** The footer of a form with its buttons and the total of the lines. */
export function formFooter(page: Page): Locator {
  return page.locator('footer').filter({ has: page.getByRole('button', { name: 'Save & Review' }) });
}

/** Fills in fields of a line. Lines count from 1. */
export async function typeLine(page: Page, line: number, fields: Record<string, string>): Promise<void> {
  const lines = lineTable(page);
  await lines.edit(line);
  for (const [label, text] of Object.entries(fields)) await lines.field(line, label).fill(text);
}

/** Fills in all required fields of a new purchase order: two lamps at $150.00. */
export async function fillNewOrder(page: Page, description: string): Promise<void> {
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(description);
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 1, { Quantity: '2', 'Unit Cost': '150', Description: 'Brass lamps' });
}

/** The header fields of an invoice form. */
export function invoiceHeader(page: Page) {
  const at = (field: string, name: string) => fieldOf(page, field).getByRole('textbox', { name });
  return {
    number: at('number', 'Invoice Number'),
    date: at('date', 'Invoice Date'),
    dueDate: at('dueDate', 'Due Date'),
    amount: at('amount', 'Amount'),
    description: descriptionOf(page),
  };
}

/** Fills in the header of a new invoice of Foxglove Sign Company, in dollars, but no lines. */
export async function fillInvoiceHeader(
  page: Page,
  { number = 'INV-4711', description = 'Bill', amount = '300' } = {},
): Promise<void> {
  const header = invoiceHeader(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await header.number.fill(number);
  await header.date.fill('11/20/2026');
  await header.dueDate.fill('12/20/2026');
  await header.amount.fill(amount);
  await header.description.fill(description);
  await pick(page, 'Department', 'Accounting');
  await pick(page, 'Company', /Northern Lights Productions/);
}

export async function saveAndReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save & Review' }).click();
}

export async function saveAs(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Save...' }).click();
  await page.getByRole('menuitem', { name: choice }).click();
}

/** Returns the entries of the `Save...` menu. */
export async function saveChoices(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Save...' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const choices = page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return choices;
}

/** Returns the tooltip that appears when the mouse is over a disabled field. */
export async function tooltipOf(page: Page, field: Locator): Promise<string> {
  const tooltip = page.getByRole('tooltip');
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
  await field.hover();
  await expect(tooltip).toBeVisible();
  return tooltip.textContent();
}
