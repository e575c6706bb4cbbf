import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '../../domain/invoice.ts';
import { saveAs, saveChoices, section } from './support/form.ts';
import {
  fillInvoiceHead,
  foot,
  invoiceHead,
  openInvoice,
  openNewInvoice,
  typeBilled,
} from './support/invoice-form.ts';
import {
  aBilledLine,
  attachedInvoice,
  draftInvoice,
  invoiceIn,
  submittedInvoice,
} from './support/invoices.ts';
import { freshDescription } from './support/orders.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/product.ts';

/** The buttons at the foot of the form, from left to right. */
function bar(page: Page): Locator {
  return foot(page).getByRole('button');
}

async function fillNew(page: Page): Promise<{ number: string; description: string }> {
  const filled = await fillInvoiceHead(page, { amount: '300' });
  await typeBilled(page, 1, { description: 'Brass lamps', amount: '300' });
  return filled;
}

test('IN-28, DEC-76, PO-17: a new invoice and a draft offer Cancel, Save... and Save & Review, and nothing to discard', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  await openNewInvoice(page);
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  expect(await saveChoices(page)).toEqual(['Save as Draft', 'Save & Create New', 'Save & Duplicate']);
  const { id } = await draftInvoice(elena);
  await openInvoice(page, id);
  // Without the void permission.
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
});

test('IN-28, PO-19, DEC-41: with the void permission a draft is voided from its form, for a reason that nobody suggests', async ({
  as,
}) => {
  const marcus = await as('marcus');
  const { page, api } = marcus;
  const invoice = await api.post<Invoice>('/api/invoices', await invoiceIn(api, 'nlite', 'Set Decoration'));
  await openInvoice(page, invoice.id);
  await expect(bar(page)).toHaveText(['Cancel', 'Void', 'Save...', 'Save & Review']);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: `Void Invoice #${invoice.number}` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Void' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Billed twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page).toHaveURL(/\/invoice$/);
  await expect(page.getByText(`Invoice #${invoice.number} voided.`)).toBeVisible();
  const after = await api.get<Invoice>(`/api/invoices/${invoice.id}`);
  expect([after.status, after.notes[0]?.content]).toEqual(['VOID', 'Billed twice']);
});

test('SH-55, PO-13, ER-10: each way to save leads on, and a new refresh empties the form', async ({ as }) => {
  const { page, api } = await as('elena');
  await openNewInvoice(page);
  const first = await fillNew(page);
  await saveAs(page, 'Save & Create New');
  await expect(page).toHaveURL(/\/invoice\/create\?refresh=\d+$/);
  await expect(page.getByText(`Invoice #${first.number} saved.`)).toBeVisible();
  const head = invoiceHead(page);
  for (const field of [head.number, head.amount, head.description]) await expect(field).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('');
  await expect(page.getByText('You have unsaved work')).toHaveCount(0);

  await head.description.fill('To be emptied');
  await page.evaluate(() => history.pushState(null, '', '/invoice/create?refresh=1'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(head.description).toHaveValue('');

  const second = await fillNew(page);
  await saveAs(page, 'Save as Draft');
  await expect(page).toHaveURL(/\/invoice$/);
  await expect(page.getByText(`Invoice #${second.number} saved.`)).toBeVisible();
  const listed = await api.post<{ invoices: { number: string; status: string }[] }>(
    '/api/invoices/filter?showId=nlite&persona=CREATOR&page=1&count=20',
    { showId: 'nlite', numbers: [second.number] },
  );
  expect(listed.invoices.map(({ number, status }) => [number, status])).toContainEqual([
    second.number,
    'DRAFT',
  ]);
});

test('IN-27, PO-54, DEC-75: Save & Duplicate begins a bill of its own: amount and lines kept, number and due day not', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const source = await attachedInvoice(elena, {
    notes: [{ keyId: crypto.randomUUID(), content: 'Not to be copied' }],
    category: await api
      .get<{ categories: { id: string; name: string; isActive: boolean }[] }>('/api/shows/nlite')
      .then(({ categories }) => categories.find(({ isActive }) => !isActive)),
  });
  await openInvoice(page, source.id);
  await saveAs(page, 'Save & Duplicate');
  await expect(page).toHaveURL(/\/invoice\/create\?duplicate=/);
  await expect(page.getByRole('heading', { name: 'New Invoice' })).toBeVisible();
  const head = invoiceHead(page);
  await expect(head.description).toHaveValue(source.description);
  await expect(head.number).toHaveValue('');
  await expect(head.dueDate).toHaveValue('');
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  await expect(head.date).toHaveValue(today);
  await expect(head.amount).toHaveValue('300.00');
  await expect(foot(page)).toContainText('Lines match the amount');
  await expect(page.getByRole('button', { name: 'Invoice Contains (Optional)' })).toContainText('None');
  await expect(section(page, 'Attachments')).not.toContainText('bill.txt');
  await expect(page.getByText('Not to be copied')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('Foxglove Sign Company');
});

test('SH-57, SH-58, IN-20: the form is for drafts of those who may edit; everybody else is led to the review', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([as('elena'), apiOf('inez.calloway')]);
  const waiting = await submittedInvoice(elena);
  await elena.page.goto(`/invoice/edit/${waiting.id}`);
  await expect(elena.page).toHaveURL(new RegExp(`/invoice/review/${waiting.id}/creator$`));
  const revised = await submittedInvoice(elena);
  await inez.api.post('/api/workflows/revision', {
    docId: revised.id,
    docType: 'INVOICE',
    showId: 'nlite',
    workflowId: revised.workflow?.id,
    workflowStepId: revised.workflow?.currentStep?.id,
    reason: 'The number is wrong',
  });
  await elena.page.goto('/approvals/invoices');
  await openInvoice(elena.page, revised.id);
  await expect(elena.page.getByText('Needs revision')).toBeVisible();
  await expect(elena.page).toHaveTitle(`Edit Invoice #${revised.number} · Backlot`);
  await expect.poll(() => elena.page.evaluate(() => localStorage.getItem('persona'))).toBe('CREATOR');
});

test('IN-20, PO-59: what has been submitted in another tab is refused in its own words', async ({ as }) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const invoice = await attachedInvoice(elena);
  // The channel that would tell the form is cut.
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await openInvoice(page, invoice.id);
  await page.route(`**/api/invoices/${invoice.id}?**`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await api.put(`/api/invoices/${invoice.id}/submit`);
  await invoiceHead(page).description.fill('Too late');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByText('Cannot update invoice after it has been submitted.')).toBeVisible();
  expect((await api.get<Invoice>(`/api/invoices/${invoice.id}`)).description).toBe(invoice.description);
});

/** One that waits for its department head, in a show other than the usual one. */
async function submittedIn(api: Person, show: string, department: string): Promise<Invoice> {
  const attachmentId = await api.upload('bill.txt', 'The bill', 'invoice');
  const attachments = [{ attachmentId, label: 'bill.txt' }];
  const { id } = await api.post<Invoice>(
    '/api/invoices',
    await invoiceIn(api, show, department, { attachments }, 'co'),
  );
  return api.put<Invoice>(`/api/invoices/${id}/submit`);
}

test('DEC-16, DEC-40, DEC-76, SH-65: an approver edits in approval, confirms the reset, and returns to his review', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const invoice = await submittedInvoice(elena);
  const { page } = inez;
  const review = new RegExp(`/invoice/review/${invoice.id}/approver$`);
  await openInvoice(page, invoice.id);
  await expect(bar(page)).toHaveText(['Cancel', 'Save & Review']);
  await page.getByRole('button', { name: 'Department' }).hover();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(review);

  await openInvoice(page, invoice.id);
  const changed = freshDescription('Changed');
  await invoiceHead(page).description.fill(changed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset Approval' });
  await expect(question).toContainText('resets approval to the first approver');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await elena.api.get<Invoice>(`/api/invoices/${invoice.id}`)).description).toBe(invoice.description);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await question.getByRole('button', { name: 'Save & Reset' }).click();
  await expect(page).toHaveURL(review);
  const after = await elena.api.get<Invoice>(`/api/invoices/${invoice.id}`);
  expect([after.description, after.revision]).toEqual([changed, invoice.revision + 1]);
});

test('DEC-40: where an edit resets nothing, an approver is asked nothing', async ({ as, apiOf }) => {
  const [noor, meiling] = await Promise.all([
    apiOf('noor.haddad', 'tidewater'),
    as('mei-ling.zhou', { show: 'tidewater' }),
  ]);
  const invoice = await submittedIn(noor.api, 'tidewater', 'Accounting');
  const { page } = meiling;
  await openInvoice(page, invoice.id);
  await invoiceHead(page).description.fill(freshDescription('Changed'));
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/invoice/review/${invoice.id}/approver$`));
});

test('SH-65: Cancel leads to the dashboard when the form was not opened from the approver review', async ({
  as,
}) => {
  const elena = await as('elena');
  const { id } = await draftInvoice(elena);
  const { page } = elena;
  await openInvoice(page, id);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/invoice$/);
  await openNewInvoice(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/invoice$/);
});

test('SH-55, DEC-12: the form is for those who may create invoices', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/invoice/create');
  await expect(page).not.toHaveURL(/\/invoice\/create/);
  await expect(page.getByRole('heading', { name: 'New Invoice' })).toHaveCount(0);
});

test('SH-55, SH-57: unsaved work survives a reload, is offered back, and is gone once saved', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const offer = 'You have unsaved work from';
  await openNewInvoice(page);
  await invoiceHead(page).number.fill('Half a bill');
  // At once, without any rest of the keys; and the form of a new PO is not the place for it.
  await page.goto('/po/create');
  await expect(page.getByRole('heading', { name: 'New Purchase Order' })).toBeVisible();
  await expect(page.getByText(offer)).toHaveCount(0);
  await openNewInvoice(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(invoiceHead(page).number).toHaveValue('Half a bill');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();

  const { id, description } = await draftInvoice(elena, { lineItems: [aBilledLine({ amount: 300 })] });
  await openInvoice(page, id);
  const typed = freshDescription('Typed');
  await invoiceHead(page).description.fill(typed);
  await page.reload();
  await expect(invoiceHead(page).description).toHaveValue(description);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(invoiceHead(page).description).toHaveValue(typed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/invoice\/review\//);
  await openInvoice(page, id);
  await expect(invoiceHead(page).description).toHaveValue(typed);
  await expect(page.getByText(offer)).toHaveCount(0);
});

test('DEC-82: whoever has the form open is told that somebody else has saved', async ({ as }) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const { id } = await draftInvoice(elena);
  await openInvoice(page, id);
  const body = await invoiceIn(api, 'nlite', 'Accounting', { description: 'Saved by somebody else' });
  await api.put(`/api/invoices/${id}`, body);
  await expect(page.getByText('Someone saved this invoice after you opened it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the Saved Version' }).click();
  await expect(invoiceHead(page).description).toHaveValue('Saved by somebody else');
});
