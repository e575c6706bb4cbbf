import { chooseVendor, descriptionOf, openEdit, openNew, section } from './support/form.ts';
import { draft, freshDescription } from './support/orders.ts';
import { password } from './support/person.ts';
import { expect, test } from './support/product.ts';

const offer = 'You have unsaved work from';

test('SH-07: unsaved work survives a reload, is offered back, and is gone once saved', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  await expect(page.getByText(offer)).toHaveCount(0);
  const typed = freshDescription('Typed');
  await descriptionOf(page).fill(typed);
  // At once, without any rest of the keys.
  await page.reload();
  await expect(page.getByText(offer)).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue(order.description);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(typed);
  await expect(page.getByText(offer)).toHaveCount(0);

  // Restored work is unsaved work still.
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(typed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  await openEdit(page, order.id);
  await expect(descriptionOf(page)).toHaveValue(typed);
  await expect(page.getByText(offer)).toHaveCount(0);
});

test('SH-07: unsaved work that is discarded, or cancelled, is not offered again', async ({ as }) => {
  const { page } = await as('dana');
  await openNew(page);
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(offer)).toHaveCount(0);
  await page.reload();
  await openNew(page);
  await descriptionOf(page).fill('Cancelled');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(descriptionOf(page)).toHaveValue('Cancelled');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/po$/);
  await openNew(page);
  await expect(page.getByText(offer)).toHaveCount(0);
});

test("SH-07: restored work comes back as it was left, without what the vendor's last PO would fill in", async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  await draft(dana);
  const company = page.getByRole('button', { name: 'Company' });
  await page.route('**/api/pos/filter*', (route) => route.abort());
  await openNew(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(company).toContainText('Select');
  await page.unroute('**/api/pos/filter*');
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Last PO')).toBeVisible();
  await expect(section(page, 'Vendor').getByRole('link')).toBeVisible();
  await expect(company).toContainText('Select');
  // Chosen anew, it does fill in.
  await chooseVendor(page, 'Alder Street Textiles');
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(company).toContainText('Northern Lights Productions');
});

test('SH-07, DEC-95: restored work without a chosen contact is given none, although the vendor has one only', async ({
  as,
}) => {
  const { page } = await as('dana');
  const contact = page.getByRole('button', { name: 'Vendor Contact' });
  await openNew(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(contact).toContainText('Bernard Holt');
  await contact.click();
  await page.getByRole('option', { name: 'Bernard Holt (default)' }).click();
  await expect(contact).toContainText('(default)');
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('bernard@foxglovesigncompany.example')).toBeVisible();
  await expect(contact).toContainText('(default)');
});

test('SE-19, SH-07: a session that ends leads to the sign-in, back to the form, and to the work', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  await openNew(page);
  const typed = freshDescription('Typed');
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(typed);
  await page.getByRole('combobox', { name: 'Vendor Name' }).click();
  await page.context().clearCookies();
  // The live channel may find out first, and leave the page.
  await page.keyboard.type('Coachman');
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.getByLabel('E-mail').fill('dana@backlot.example');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/po\/create/);
  await expect(page.getByText(offer)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(typed);
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('Foxglove Sign Company');
});

test('SH-07: two tabs with a new PO never share a place: neither is offered the other, both survive', async ({
  as,
}) => {
  const { page } = await as('dana');
  const other = await page.context().newPage();
  await openNew(page);
  await openNew(other);
  await descriptionOf(page).fill('Of the first tab');
  await descriptionOf(other).fill('Of the second tab');
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length),
    )
    .toBe(2);
  await expect(page.getByText(offer)).toHaveCount(0);
  await expect(other.getByText(offer)).toHaveCount(0);
  await other.reload();
  // Only its own: the first tab is still at work.
  await other.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(other)).toHaveValue('Of the second tab');
  await expect(other.getByText(offer)).toHaveCount(0);
  await expect(descriptionOf(page)).toHaveValue('Of the first tab');
  await page.close();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await openNew(other);
  await other.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(other)).toHaveValue('Of the first tab');
});

test('SH-07: work on a document that somebody has saved since says so', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  await descriptionOf(page).fill('Begun before');
  await page.reload();
  await expect(page.getByText('The document has been saved since.')).toHaveCount(0);
  await dana.api.put(`/api/pos/${order.id}`, { ...order, description: 'Saved elsewhere' });
  await page.reload();
  await expect(page.getByText('The document has been saved since.')).toBeVisible();
});
