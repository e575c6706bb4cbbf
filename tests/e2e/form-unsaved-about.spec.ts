import { chooseVendor, descriptionOf, openEdit, openNew, section } from './support/form.ts';
import { invoiceHead, openNewInvoice } from './support/invoice-form.ts';
import { freshNumber } from './support/invoices.ts';
import { draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { relievable } from './support/relief.ts';

const offer = ({ page }: Seat) => page.getByRole('status').filter({ hasText: 'You have unsaved work from' });

test('SH-07: the offer of unsaved work names its vendor, what it is for and how much', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  await openNew(page);
  const typed = freshDescription('Typed');
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(typed);
  await page.reload();
  await expect(offer(dana)).toContainText(`: Foxglove Sign Company, ${typed}.`);
  await page.getByRole('button', { name: 'Discard' }).click();
  const order = await draft(dana);
  await openEdit(page, order.id);
  await descriptionOf(page).fill(typed);
  await page.reload();
  await expect(offer(dana)).toContainText(`: ${order.vendor.name}, ${typed}, $300.00.`);
});

test('SH-55, DEC-38: an invoice entered against a PO is offered no other unsaved work, and is itself offered by number, PO and vendor', async ({
  as,
}) => {
  const [order, other] = [await relievable(as), await relievable(as)];
  const elena = await as('elena');
  const { page } = elena;
  const { number } = invoiceHead(page);
  const [plain, against] = [freshNumber(), freshNumber()];
  await openNewInvoice(page);
  await number.fill(plain);
  await openNewInvoice(page, `?order=${order.id}`);
  await expect(number).toHaveValue('');
  await expect(section(page, 'Line Items').getByText('Brass lamps', { exact: true })).toBeVisible();
  await expect(offer(elena)).toHaveCount(0);
  await number.fill(against);

  // It comes back where it began, whole, and nowhere that another PO has filled in.
  await page.reload();
  const said = `: Invoice ${against}, PO ${order.poNumber}, Foxglove Sign Company`;
  await expect(offer(elena)).toContainText(said);
  await openNewInvoice(page, `?order=${other.id}`);
  await expect(section(page, 'Line Items').getByText('Brass lamps', { exact: true })).toBeVisible();
  await expect(offer(elena)).toHaveCount(0);

  // The empty form has nothing to lose: there both are to be had, one after the other.
  await openNewInvoice(page);
  await expect(offer(elena)).toContainText(said);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(number).toHaveValue(against);
  await expect(offer(elena)).toContainText(`: Invoice ${plain}.`);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(number).toHaveValue(plain);
  await openNewInvoice(page, `?order=${order.id}`);
  await expect(offer(elena)).toHaveCount(0);
  await openNewInvoice(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(offer(elena)).toHaveCount(0);
});
