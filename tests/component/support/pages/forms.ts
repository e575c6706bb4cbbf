import type { Locator } from 'vitest/browser';
import type { Invoice } from '#domain/invoices/invoice';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { answerSaves } from '../api/answer-saves.ts';
import { expect } from '../expect.ts';
import { chartIsHere, lineTable } from './line-table.ts';
import type { LineTable } from './line-table.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';

type FormOptions = Omit<AppOptions, 'orders' | 'invoices'> & {
  /** Stored beside the document of the form. */
  orders?: PurchaseOrder[];
  invoices?: Invoice[];
};

export interface FormApp extends App {
  lines: LineTable;
}

/** Waits until a form can be filled. */
export async function formIsHere(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.locator('[data-form] section').first().waitFor();
  await chartIsHere(page);
}

/** Opens a form whose saves the world keeps. */
async function openForm(path: string, heading: RegExp, options: AppOptions): Promise<FormApp> {
  const app = await openApp(path, {
    ...options,
    api(fake, world) {
      answerSaves(fake, world);
      options.api?.(fake, world);
    },
  });
  await formIsHere(app.page, heading);
  return { ...app, lines: lineTable(app.page) };
}

/** The form of a new purchase order. */
export function openNew(options: FormOptions = {}, query = ''): Promise<FormApp> {
  return openForm(`/po/create${query}`, /^New Purchase Order/, options);
}

/** The form of a stored purchase order. */
export function openEdit(
  order: PurchaseOrder,
  { orders = [], ...options }: FormOptions = {},
): Promise<FormApp> {
  const all = [order, ...orders];
  return openForm(`/po/edit/${order.id}`, /^Edit Purchase Order/, { ...options, orders: all });
}

/** The form of a new invoice, for elena. */
export function openNewInvoice(options: FormOptions = {}, query = ''): Promise<FormApp> {
  return openForm(`/invoice/create${query}`, /^New Invoice/, { as: 'elena', ...options });
}

/** The form of a stored invoice, for elena. */
export function openInvoice(
  invoice: Invoice,
  { invoices = [], ...options }: FormOptions = {},
): Promise<FormApp> {
  const all = [invoice, ...invoices];
  return openForm(`/invoice/edit/${invoice.id}`, /^Edit Invoice/, { as: 'elena', ...options, invoices: all });
}

/** Opens a select, whose name ends with its label, and takes the first option of this name. */
export async function pick(page: Page, label: string, option: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }).click();
  await page.getByRole('option', { name: option }).first().click();
}

export function vendorBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Vendor Name' });
}

/** Takes a vendor from the search; its name stands in the box before the vendor is there. */
export async function offerVendor(page: Page, name: string): Promise<void> {
  const box = vendorBox(page);
  // The page scrolls to a field that is entered; a list that is open by then would close.
  await box.click();
  await box.fill(name.slice(0, 8));
  await page.getByRole('option', { name }).first().click();
  await expect(box).toHaveValue(name);
}

export async function chooseVendor(page: Page, name: string): Promise<void> {
  await offerVendor(page, name);
  await expect(page.locator('[data-field="vendor"] [aria-busy="true"]')).toHaveCount(0);
}

/** A field of the head of a form by what a rule calls it. */
export function fieldOf(page: Page, name: string): Locator {
  return page.locator(`[data-field="${name}"]`);
}

export function descriptionOf(page: Page): Locator {
  return fieldOf(page, 'description').getByRole('textbox', { name: 'Description' });
}

export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** The foot of a form with its buttons, and what the lines come to. */
export function foot(page: Page): Locator {
  return page.locator('footer').filter({ has: page.getByRole('button', { name: 'Save & Review' }) });
}

/** Types a line; lines count from 1, and what is not given stays. */
export async function typeLine(page: Page, line: number, fields: Record<string, string>): Promise<void> {
  const lines = lineTable(page);
  await lines.edit(line);
  for (const [label, text] of Object.entries(fields)) await lines.field(line, label).fill(text);
}

/** Everything that a new purchase order needs: two lamps at $150.00. */
export async function fillNew(page: Page, description: string): Promise<void> {
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(description);
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 1, { Quantity: '2', 'Unit Cost': '150', Description: 'Brass lamps' });
}

/** The fields at the head of an invoice's form. */
export function invoiceHead(page: Page) {
  const at = (field: string, name: string) => fieldOf(page, field).getByRole('textbox', { name });
  return {
    number: at('number', 'Invoice Number'),
    date: at('date', 'Invoice Date'),
    dueDate: at('dueDate', 'Due Date'),
    amount: at('amount', 'Amount'),
    description: descriptionOf(page),
  };
}

/** Everything at the head of a new invoice of Foxglove Sign Company's, in dollars; its lines are left to the test. */
export async function fillInvoiceHead(
  page: Page,
  { number = 'INV-4711', description = 'Bill', amount = '300' } = {},
): Promise<void> {
  const head = invoiceHead(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await head.number.fill(number);
  await head.date.fill('11/20/2026');
  await head.dueDate.fill('12/20/2026');
  await head.amount.fill(amount);
  await head.description.fill(description);
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

/** The choices of `Save...`. */
export async function saveChoices(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Save...' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const choices = page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return choices;
}

/** The tooltip of a field that cannot be used, as a user sees who points at it. */
export async function tooltipOf(page: Page, field: Locator): Promise<string> {
  const tooltip = page.getByRole('tooltip');
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
  await field.hover();
  await expect(tooltip).toBeVisible();
  return tooltip.textContent();
}
