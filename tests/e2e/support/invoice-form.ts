import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { chooseVendor, descriptionOf, pick } from './form.ts';
import { freshNumber } from './invoices.ts';
import { lineTable } from './line-table.ts';
import { freshDescription } from './orders.ts';

/** Opens the form of a new invoice and waits until its lists have come. */
export async function openNewInvoice(page: Page, query = ''): Promise<ReturnType<typeof lineTable>> {
  await page.goto(`/invoice/create${query}`);
  await expect(page.getByRole('heading', { name: 'New Invoice' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  return lineTable(page);
}

/** The fields at the head of the form. */
export function invoiceHead(page: Page) {
  const at = (field: string, name: string): Locator =>
    page.locator(`[data-field="${field}"]`).getByRole('textbox', { name });
  return {
    number: at('number', 'Invoice Number'),
    date: at('date', 'Invoice Date'),
    dueDate: at('dueDate', 'Due Date'),
    amount: at('amount', 'Amount'),
    description: descriptionOf(page),
  };
}

interface Bill {
  number?: string;
  description?: string;
  amount?: string;
  department?: string;
}

/** Everything at the head of a new invoice of Foxglove Sign Company's, in dollars; its lines are left to the test. */
export async function fillInvoiceHead(page: Page, bill: Bill = {}): Promise<Required<Bill>> {
  const {
    number = freshNumber(),
    description = freshDescription('Bill'),
    amount = '300',
    department = 'Accounting',
  } = bill;
  const head = invoiceHead(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await head.number.fill(number);
  await head.date.fill('11/20/2026');
  await head.dueDate.fill('12/20/2026');
  await head.amount.fill(amount);
  await head.description.fill(description);
  await pick(page, 'Department', department);
  await pick(page, 'Company', /Northern Lights Productions/);
  return { number, description, amount, department };
}
