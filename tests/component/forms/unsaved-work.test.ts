import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { savedByOthers } from '../support/api/answer-saves.ts';
import { draft, relievable } from '../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../support/fixtures/vendors.ts';
import {
  chooseVendor,
  descriptionOf,
  formIsHere,
  invoiceHead,
  openEdit,
  openNew,
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
  await formIsHere(page, path.startsWith('/po') ? /Purchase Order/ : /Invoice/);
}

test('SH-07: unsaved work survives a reload, is offered back, and is gone once saved', async () => {
  const order = draft();
  const { page } = await openEdit(order);
  await expect(offer(page)).toHaveCount(0);
  await descriptionOf(page).fill('Typed');
  // At once, without any pause.
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue(order.description);
  await press(page, 'Restore');
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);

  // Restored work is unsaved work still.
  await page.reload();
  await press(page, 'Restore');
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/po\/review\//);
  await openAgain(page, `/po/edit/${order.id}`);
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);
});

test('SH-07: unsaved work that is discarded is not offered again', async () => {
  const { page } = await openNew();
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  await press(page, 'Discard');
  await expect(offer(page)).toHaveCount(0);
  await openAgain(page);
  await page.settled();
  await expect(offer(page)).toHaveCount(0);
});

test('SH-07: Cancel asks before it leaves unsaved work, which is then not offered again', async () => {
  const { page } = await openNew();
  await descriptionOf(page).fill('Cancelled');
  await press(page, 'Cancel');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(descriptionOf(page)).toHaveValue('Cancelled');
  await press(page, 'Cancel');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/po');
  await openAgain(page);
  await page.settled();
  await expect(offer(page)).toHaveCount(0);
});

test("SH-07: restored work comes back as it was left, without what the vendor's last PO would fill in", async () => {
  const { page, api } = await openNew({ orders: [draft()] });
  const company = page.getByRole('button', { name: 'Company' });
  const mend = api.disconnect('POST /api/pos/filter');
  await chooseVendor(page, foxglove.vendor.name);
  await expect(company).toContainText('Select');
  mend();
  await page.reload();
  await press(page, 'Restore');
  await expect(page.getByText('Last PO')).toBeVisible();
  await expect(section(page, 'Vendor').getByRole('link')).toBeVisible();
  await expect(company).toContainText('Select');
  // Chosen again, it does fill in.
  await chooseVendor(page, coachman.vendor.name);
  await chooseVendor(page, foxglove.vendor.name);
  await expect(company).toContainText('Northern Lights Productions');
});

test('SH-07, DEC-95: restored work without a chosen contact is given none, although the vendor has one only', async () => {
  const { page } = await openNew();
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

test('SH-07: of two tabs with a new PO neither is offered the work of the other while that is open', async () => {
  const { page } = await openNew();
  const { page: other } = await openApp('/po/create');
  await formIsHere(other, 'New Purchase Order');
  await descriptionOf(page).fill('Of the first tab');
  await descriptionOf(other).fill('Of the second tab');
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length;
  await expect.poll(kept).toBe(2);
  await expect(offer(page)).toHaveCount(0);
  await expect(offer(other)).toHaveCount(0);
  await other.reload();
  // Only its own: the first tab is still at work.
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

test('SH-07: the offer names a document that another user has saved since', async () => {
  const order = draft();
  const { page, world } = await openEdit(order);
  const since = page.getByText('The document has been saved since.');
  await descriptionOf(page).fill('Begun before');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(since).toHaveCount(0);
  world.orders = [savedByOthers(order, person('sam'), { description: 'Saved elsewhere' })];
  await page.reload();
  await expect(since).toBeVisible();
});

test('SH-07: the offer of unsaved work names its vendor, description and amount', async () => {
  const order = draft();
  const { page } = await openNew({ orders: [order] });
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

test('UX-09, SH-07: on a phone the offer of unsaved work has room for its text', async () => {
  const { page } = await openNew({ width: 375, height: 812 });
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.settled();
  const words = await offer(page).getByText('You have unsaved work from').boundingBox();
  const discard = await offer(page).getByRole('button', { name: 'Discard' }).boundingBox();
  expect(discard.y).toBeGreaterThanOrEqual(words.y + words.height);
  expect(words.width).toBeGreaterThan(240);
});

test('SH-55, DEC-38: an invoice entered against a PO is offered no other unsaved work, and is itself offered by number, PO and vendor', async () => {
  const [order, other] = [relievable(), relievable()];
  const { page } = await openNewInvoice({ orders: [order, other] });
  const { number } = invoiceHead(page);
  const lamps = section(page, 'Line Items').getByText('Brass lamps', { exact: true });
  const against = `/invoice/create?order=${order.id}`;
  await number.fill('PLAIN-1');
  await openAgain(page, against);
  await expect(number).toHaveValue('');
  await expect(lamps).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await number.fill('AGAINST-1');

  // It comes back where it began, and nowhere that another PO has filled in.
  await page.reload();
  const said = `: Invoice AGAINST-1, PO ${order.poNumber}, Foxglove Sign Company`;
  await expect(offer(page)).toContainText(said);
  await openAgain(page, `/invoice/create?order=${other.id}`);
  await expect(lamps).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  // The empty form has nothing to lose: it offers both, one after the other.
  await openAgain(page, '/invoice/create');
  await expect(offer(page)).toContainText(said);
  await press(page, 'Restore');
  await expect(number).toHaveValue('AGAINST-1');
  await expect(offer(page)).toContainText(': Invoice PLAIN-1.');
  await press(page, 'Restore');
  await expect(number).toHaveValue('PLAIN-1');
  await openAgain(page, against);
  await expect(offer(page)).toHaveCount(0);
  await openAgain(page, '/invoice/create');
  await press(page, 'Discard');
  await press(page, 'Discard');
  await expect(offer(page)).toHaveCount(0);
});
