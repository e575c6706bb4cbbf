import type { Invoice } from '../../domain/invoice.ts';
import { refuseNextInvoice } from './support/books.ts';
import { decideOn } from './support/decisions.ts';
import { invoiceIn, submittedInvoice } from './support/invoices.ts';
import { withoutVoid } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { answerWith, bar, button, expectTip, openInvoiceReview, openMenu } from './support/review.ts';

function stored({ api }: Pick<Seat, 'api'>, { id }: Invoice): Promise<Invoice> {
  return api.get<Invoice>(`/api/invoices/${id}`);
}

test('IN-22, AP-09, AP-14, AP-28, DEC-19: a revision gives the invoice back with its reason', async ({
  as,
}) => {
  const [elena, inez] = await Promise.all([as('elena'), as('inez.calloway')]);
  const invoice = await submittedInvoice(elena);
  const { page } = inez;
  const doc = `Invoice #${invoice.number}`;
  await answerWith(page, '/api/workflows/revision', 409, { code: 'WORKFLOW_CONFLICT' });
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Revise').click();
  const dialog = page.getByRole('dialog', { name: `Request Revision of ${doc}` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The date is missing');
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: `Revision request for ${doc} failed` }),
  ).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  await expect(page.getByText(`Revision requested for ${doc}.`)).toBeVisible();
  const after = await stored(elena, invoice);
  expect([after.status, after.submissionStatus]).toEqual(['DRAFT', 'Needs revision']);
  await openInvoiceReview(elena.page, invoice, 'creator');
  await expect(elena.page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    /Revision Request.*The date is missing/,
  );
  const chips = elena.page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  await expect(chips).toHaveText(['RevisionIC', 'PendingPR']);
});

test('IN-23, AP-09, AP-13, AP-22, AP-29, AP-35, DEC-41: a void wants a reason of its own and ends the invoice', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const invoice = await submittedInvoice(elena);
  const { page } = inez;
  const doc = `Invoice #${invoice.number}`;
  await answerWith(page, '/api/workflows/void', 409, { code: 'WORKFLOW_CONFLICT' });
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Void').click();
  const dialog = page.getByRole('dialog', { name: `Void ${doc}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Void' })).toBeDisabled();
  await reason.fill('Paid twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${doc} failed` })).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText(`${doc} voided.`)).toBeVisible();
  const after = await stored(elena, invoice);
  expect([after.status, after.submissionStatus]).toEqual(['VOID', 'Void']);
  expect(after.isArchived).toBe(false);
  await openInvoiceReview(page, invoice, 'approver');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    /Invoice Void.*Paid twice/,
  );
  for (const name of ['Approve', 'Revise', 'Edit']) await expect(button(page, name)).toHaveCount(0);
  await expect(button(page, 'Void')).toBeDisabled();
  await expectTip(page, button(page, 'Void'), 'The invoice is void.');
});

test('AP-35: without the permission to void invoices there is no Void', async ({ as, apiOf }) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const invoice = await submittedInvoice(elena);
  await openInvoiceReview(inez.page, invoice, 'approver');
  await expect(button(inez.page, 'Void')).toBeVisible();
  await withoutVoid(inez, 'INVOICE');
  await openInvoiceReview(inez.page, invoice, 'approver');
  await expect(button(inez.page, 'Revise')).toBeVisible();
  await expect(button(inez.page, 'Void')).toHaveCount(0);
});

test('IN-24, AP-10, AP-29, DEC-41, DEC-77: Deny is in the menu, wants a reason and ends the invoice as denied', async ({
  as,
}) => {
  const [elena, inez] = await Promise.all([as('elena'), as('inez.calloway')]);
  const invoice = await submittedInvoice(elena);
  const { page } = inez;
  const doc = `Invoice #${invoice.number}`;
  await answerWith(page, '/api/workflows/deny', 409, { code: 'WORKFLOW_CONFLICT' });
  await openInvoiceReview(page, invoice, 'approver');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Deny' }).click();
  const dialog = page.getByRole('dialog', { name: `Deny ${doc}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeDisabled();
  await reason.fill('Not our order');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${doc} failed` })).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`${doc} denied.`)).toBeVisible();
  const after = await stored(elena, invoice);
  expect([after.status, after.submissionStatus]).toEqual(['VOID', 'Denied']);
  await openInvoiceReview(elena.page, invoice, 'creator');
  await expect(elena.page.getByText('Denied', { exact: true }).first()).toBeVisible();
  await expect(elena.page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    /Denied.*Not our order/,
  );
});

test('DEC-31, VE-22, DEC-33: a show that keeps temporary vendors warns about them on invoices, and archives what ends', async ({
  as,
  apiOf,
}) => {
  const show = 'tidewater';
  const [noor, head] = await Promise.all([apiOf('noor.haddad', show), as('mei-ling.zhou', { show })]);
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const attachmentId = await noor.api.upload('bill.txt', 'The bill', 'invoice');
  const attachments = [{ attachmentId, label: 'bill.txt' }];
  const over = { vendor, vendorAddress: null, attachments };
  const body = await invoiceIn(noor.api, show, 'Accounting', over, 'co');
  const { id } = await noor.api.post<Invoice>('/api/invoices', body);
  const invoice = await noor.api.put<Invoice>(`/api/invoices/${id}/submit`);
  const { page } = head;
  await openInvoiceReview(page, invoice, 'approver');
  await expect(bar(page).getByText('Temporary vendors are not supported')).toBeVisible();
  await expect(button(page, 'Approve')).toBeEnabled();
  await (await openMenu(page)).getByRole('menuitem', { name: 'Deny' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Unknown vendor');
  await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`Invoice #${invoice.number} denied.`)).toBeVisible();
  expect((await stored(noor, invoice)).isArchived).toBe(true);
});

test('AP-26, DEC-03, DEC-96: an approval after which accounting refuses is one, and the head says that accounting lacks the invoice', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const show = 'harbour9';
  const [imogen, head, producer] = await Promise.all([
    apiOf('imogen.hartley', show),
    apiOf('callum.fraser', show),
    as('alistair.crowe', { show }),
  ]);
  const attachmentId = await imogen.api.upload('bill.txt', 'The bill', 'invoice');
  const attachments = [{ attachmentId, label: 'bill.txt' }];
  const body = await invoiceIn(imogen.api, show, 'Accounting', { attachments }, 'co');
  const { id } = await imogen.api.post<Invoice>('/api/invoices', body);
  await imogen.api.put(`/api/invoices/${id}/submit`);
  const invoice = await decideOn(head, 'INVOICE', { id });
  const books = { baseURL: baseURL ?? '', license: 'LKT-SA-0312', system: 'SA' } as const;
  await refuseNextInvoice(books, 'Period closed');
  const { page } = producer;
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Approve').click();
  const doc = `Invoice #${invoice.number}`;
  await expect(
    page.getByText(`${doc} was approved, but the accounting system returned an error.`),
  ).toBeVisible();
  expect((await stored(imogen, invoice)).status).toBe('APPROVED');
  await openInvoiceReview(page, invoice, 'approver');
  const refused = page.getByRole('button', { name: 'Failed to send to Accounting' });
  await expectTip(page, refused, /, Alistair Crowe$/);
});
