import { openEdit, saveAs } from './support/form.ts';
import { attachedInvoice, draftInvoice } from './support/invoices.ts';
import { openInvoice } from './support/invoice-form.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { bar, button, numberOf, openInvoiceReview } from './support/review.ts';

test('PO-13, ER-10: what was saved as a draft is one press away from the list, by the banner and above the rows', async ({
  as,
}) => {
  const [dana, elena] = [await as('dana'), await as('elena')];
  const [order, invoice] = [await draft(dana), await draftInvoice(elena)];
  const doc = `PO #${numberOf(order)}`;
  await openEdit(dana.page, order.id);
  await saveAs(dana.page, 'Save as Draft');
  const banner = dana.page.getByRole('status').filter({ hasText: `${doc} saved.` });
  // Pointed at it stays.
  await banner.hover();
  await expect(dana.page).toHaveURL(/\/po$/);
  await expect(dana.page.getByText('Last worked on:')).toContainText(doc);
  await banner.getByRole('link', { name: 'Open' }).click();
  await expect(dana.page).toHaveURL(new RegExp(`/po/review/${order.id}/creator$`));

  await openInvoice(elena.page, invoice.id);
  await saveAs(elena.page, 'Save as Draft');
  await expect(elena.page).toHaveURL(/\/invoice$/);
  await elena.page.getByRole('link', { name: `Invoice #${invoice.number}`, exact: true }).click();
  await expect(elena.page).toHaveURL(new RegExp(`/invoice/review/${invoice.id}/creator$`));
});

test('PO-14, IN-21: a submitted invoice is named above the list until the list is asked for something else', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const invoice = await attachedInvoice(elena);
  await openInvoiceReview(page, invoice, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page).toHaveURL(/\/invoice$/);
  const last = page.getByText('Last worked on:');
  await expect(last).toContainText(`Invoice #${invoice.number}`);
  await last.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/invoice/review/${invoice.id}/creator$`));
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/invoice$/);
  await expect(last).toHaveCount(0);
});
