import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { savedByOtherUser } from '../support/api/stub-saves.ts';
import { draft, relievableOrder } from '../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../support/fixtures/vendors.ts';
import {
  chooseVendor,
  descriptionOf,
  waitForForm,
  invoiceHeader,
  openStoredOrder,
  openNewOrder,
  openNewInvoice,
  saveAndReview,
  section,
} from '../support/pages/forms.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have unsaved work from' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

async function openAgain(page: Page, path = '/po/create'): Promise<void> {
  await page.goto(path);
  await waitForForm(page, path.startsWith('/po') ? /Purchase Order/ : /Invoice/);
}

test('SH-07: unsaved work is offered after a reload and removed by a save', async () => {
  const order = draft();
  const { page } = await openStoredOrder(order);
  await expect(offer(page)).toHaveCount(0);
  await descriptionOf(page).fill('Typed');
  // The page leaves immediately, without time for a delayed save.
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue(order.description);
  await press(page, 'Restore');
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);

  // Restored work still counts as unsaved.
  await page.reload();
  await press(page, 'Restore');
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/po\/review\//);
  await openAgain(page, `/po/edit/${order.id}`);
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);
});

test('SH-07: discarded unsaved work is not offered again', async () => {
  const { page } = await openNewOrder();
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  await press(page, 'Discard');
  await expect(offer(page)).toHaveCount(0);
  await openAgain(page);
  await page.waitForIdle();
  await expect(offer(page)).toHaveCount(0);
});

test('SH-07: Cancel confirms before it drops unsaved work', async () => {
  const { page } = await openNewOrder();
  await descriptionOf(page).fill('Cancelled');
  await press(page, 'Cancel');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(descriptionOf(page)).toHaveValue('Cancelled');
  await press(page, 'Cancel');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/po');
  await openAgain(page);
  await page.waitForIdle();
  await expect(offer(page)).toHaveCount(0);
});

test("SH-07: restored work is not completed from the vendor's last PO", async () => {
  const { page, api } = await openNewOrder({ orders: [draft()] });
  const company = page.getByRole('button', { name: 'Company' });
  const reconnect = api.disconnect('POST /api/pos/filter');
  await chooseVendor(page, foxglove.vendor.name);
  await expect(company).toContainText('Select');
  reconnect();
  await page.reload();
  await press(page, 'Restore');
  await expect(page.getByText('Last PO')).toBeVisible();
  await expect(section(page, 'Vendor').getByRole('link')).toBeVisible();
  await expect(company).toContainText('Select');
  // When the vendor is chosen again, its last PO fills in the form.
  await chooseVendor(page, coachman.vendor.name);
  await chooseVendor(page, foxglove.vendor.name);
  await expect(company).toContainText('Northern Lights Productions');
});

test('SH-07, DEC-95: restored work keeps the default contact even if the vendor has only one contact', async () => {
  const { page } = await openNewOrder();
  const contact = page.getByRole('button', { name: 'Vendor Contact' });
  await chooseVendor(page, foxglove.vendor.name);
  await expect(contact).toContainText('Bernard Holt');
  await contact.click();
  await page.getByRole('option', { name: 'Bernard Holt (default)' }).click();
  await expect(contact).toContainText('(default)');
  await page.reload();
  await press(page, 'Restore');
  await expect(page.getByText('bernard@foxglovesigncompany.example')).toBeVisible();
  await expect(contact).toContainText('(default)');
});

test('SH-07: unsaved work of a new PO is not offered in another tab while its own tab is open', async () => {
  const { page } = await openNewOrder();
  const { page: other } = await openApp('/po/create');
  await waitForForm(other, 'New Purchase Order');
  await descriptionOf(page).fill('Of the first tab');
  await descriptionOf(other).fill('Of the second tab');
  const countDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length;
  await expect.poll(countDrafts).toBe(2);
  await expect(offer(page)).toHaveCount(0);
  await expect(offer(other)).toHaveCount(0);
  await other.reload();
  // The second tab is offered only its own work, because the first tab is still open.
  await press(other, 'Restore');
  await expect(descriptionOf(other)).toHaveValue('Of the second tab');
  await expect(offer(other)).toHaveCount(0);
  await expect(descriptionOf(page)).toHaveValue('Of the first tab');
  page.frame.remove();
  await press(other, 'Cancel');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await openAgain(other);
  await press(other, 'Restore');
  await expect(descriptionOf(other)).toHaveValue('Of the first tab');
});

test('SH-07: the offer of unsaved work mentions that another user has saved the document since', async () => {
  const order = draft();
  const { page, world } = await openStoredOrder(order);
  const since = page.getByText('The document has been saved since.');
  await descriptionOf(page).fill('Begun before');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(since).toHaveCount(0);
  world.orders = [savedByOtherUser(order, person('sam'), { description: 'Saved elsewhere' })];
  await page.reload();
  await expect(since).toBeVisible();
});

test('SH-07: the offer of unsaved work names its vendor, description and amount', async () => {
  const order = draft();
  const { page } = await openNewOrder({ orders: [order] });
  await chooseVendor(page, foxglove.vendor.name);
  await descriptionOf(page).fill('Typed');
  await page.reload();
  await expect(offer(page)).toContainText(`: ${foxglove.vendor.name}, Typed.`);
  await press(page, 'Discard');
  await openAgain(page, `/po/edit/${order.id}`);
  await descriptionOf(page).fill('Typed');
  await page.reload();
  await expect(offer(page)).toContainText(`: ${order.vendor.name}, Typed, $300.00.`);
});

test('UX-09, SH-07: the offer of unsaved work has room for its text on a phone', async () => {
  const { page } = await openNewOrder({ width: 375, height: 812 });
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.waitForIdle();
  const text = await offer(page).getByText('You have unsaved work from').boundingBox();
  const discard = await offer(page).getByRole('button', { name: 'Discard' }).boundingBox();
  expect(discard.y).toBeGreaterThanOrEqual(text.y + text.height);
  expect(text.width).toBeGreaterThan(240);
});

test("SH-55, DEC-38: unsaved work of an invoice against a PO is offered by number, PO and vendor, and only in that PO's form", async () => {
  const [order, other] = [relievableOrder(), relievableOrder()];
  const { page } = await openNewInvoice({ orders: [order, other] });
  const { number } = invoiceHeader(page);
  const lamps = section(page, 'Line Items').getByText('Brass lamps', { exact: true });
  const formPath = `/invoice/create?order=${order.id}`;
  await number.fill('PLAIN-1');
  await openAgain(page, formPath);
  await expect(number).toHaveValue('');
  await expect(lamps).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await number.fill('AGAINST-1');

  // The work is offered in the form of its own PO, but not in the form of another PO.
  await page.reload();
  const offerText = `: Invoice AGAINST-1, PO ${order.poNumber}, Foxglove Sign Company`;
  await expect(offer(page)).toContainText(offerText);
  await openAgain(page, `/invoice/create?order=${other.id}`);
  await expect(lamps).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  // The empty form offers both pieces of work, one after the other.
  await openAgain(page, '/invoice/create');
  await expect(offer(page)).toContainText(offerText);
  await press(page, 'Restore');
  await expect(number).toHaveValue('AGAINST-1');
  await expect(offer(page)).toContainText(': Invoice PLAIN-1.');
  await press(page, 'Restore');
  await expect(number).toHaveValue('PLAIN-1');
  await openAgain(page, formPath);
  await expect(offer(page)).toHaveCount(0);
  await openAgain(page, '/invoice/create');
  await press(page, 'Discard');
  await press(page, 'Discard');
  await expect(offer(page)).toHaveCount(0);
});
