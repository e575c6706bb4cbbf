import type { Request } from '@playwright/test';
import type { PurchaseOrder, PurchaseOrderList } from '../../domain/purchase-order.ts';
import { handedIn } from './support/change-orders.ts';
import { approve, approved, bodyIn, draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { bar, button, expectTip, numberOf, openReview, seenAs } from './support/review.ts';

function action(order: PurchaseOrder, reason: string) {
  const { id, showId, workflow } = order;
  return { docId: id, docType: 'PO', showId, workflowStepId: workflow?.currentStep?.id, reason };
}

test('SH-11, SH-12, SH-13, PO-46, PO-47, DEC-29: title, number, a chip for each step, and the tab of the browser', async ({
  as,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = dana;
  const readAs = (persona: string) => (request: Request) =>
    request.url().includes(`/api/pos/${order.id}?`) && request.url().includes(`persona=${persona}`);
  const asCreator = page.waitForRequest(readAs('CREATOR'));
  await openReview(page, order, 'creator');
  await asCreator;
  await expect(page).toHaveTitle(`PO ${numberOf(order)} · Backlot`);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(bar(page)).toHaveAccessibleName('Submission actions');
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  await expect(chips).toHaveText(['PendingMO', 'PendingPR']);
  await expect(chips.first()).toHaveAttribute('aria-current', 'step');
  await expect(chips.first().getByRole('img', { name: 'Marcus Oyelaran', exact: true })).toBeVisible();
  await approve(marcus, order);
  await expect(chips).toHaveText(['ApprovedMO', 'PendingPR']);
  await expect(chips.last()).toHaveAttribute('aria-current', 'step');
  const asApprover = marcus.page.waitForRequest(readAs('APPROVER'));
  await openReview(marcus.page, order, 'approver');
  await asApprover;
  await expect(bar(marcus.page)).toHaveAccessibleName('Approval actions');
});

test('CO-13, PO-45, DEC-19, NO-12: the badges of the header and of the notes, from revision to void', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), apiOf('marcus')]);
  const order = await submitted(dana);
  const { page } = dana;
  const head = page
    .getByRole('banner')
    .or(page.locator('main header'))
    .filter({ has: page.getByRole('heading', { level: 1 }) });
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await marcus.api.post('/api/workflows/revision', action(order, 'Which room?'));
  await openReview(page, order, 'creator');
  await expect(head).toContainText('Revision Request');
  await expect(notes.first()).toContainText('Revision Request');
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  await expect(chips).toHaveText(['RevisionMO', 'PendingPR']);
  await handedIn(dana, order);
  await expect(head).toContainText('Revision 1');
  const again = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  await marcus.api.post('/api/workflows/void', action(again, 'Not needed'));
  await expect(head).toContainText('Purchase Order Void');
  await expect(chips).toHaveText(['VoidMO', 'PendingPR']);
  await expect(notes).toContainText([/Purchase Order Void.*Not needed/, /Revision Request.*Which room\?/]);
});

test('PO-48, PO-49, DEC-94, DEC-96: whether accounting and the vendor have it, with when and who', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const sent = page.getByRole('button', { name: 'Sent to Accounting' });
  await expectTip(page, sent, /^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M, Priya Raman$/);
  await seenAs(page, order, {
    lastVendorEmailTime: '2026-11-20T17:05:00.000Z',
    lastVendorEmailRecipients: ['bernard@foxglovesigncompany.example'],
  });
  await openReview(page, order, 'creator');
  const mailed = page.getByRole('button', { name: 'Emailed to vendor' });
  await expectTip(page, mailed, /^bernard@foxglovesigncompany\.example, 11\/20\/2026 /);
});

test('PO-49: a show that sends nothing to vendors by itself has no line about it', async ({ as }) => {
  const { page, api } = await as('darius.cole', { show: 'tidewater' });
  const path = '/api/pos/filter/?showId=tidewater&persona=CREATOR&page=1&count=1';
  const [order] = (await api.post<PurchaseOrderList>(path, { poStatuses: ['APPROVED'] })).poS;
  if (!order) throw new Error('The show has no approved purchase order');
  await openReview(page, order, 'creator');
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/vendor email not confirmed|emailed to vendor/i)).toHaveCount(0);
});

test('VE-22, DEC-33: a show that keeps temporary vendors neither warns nor asks', async ({ as }) => {
  const show = 'tidewater';
  const [sylvie, darius] = await Promise.all([as('sylvie.arnaud', { show }), as('darius.cole', { show })]);
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const body = await bodyIn(sylvie.api, show, 'Costume', { vendor, vendorAddress: null });
  const { id } = await sylvie.api.post<PurchaseOrder>('/api/pos', body);
  const order = await sylvie.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  await openReview(darius.page, order, 'approver');
  await expect(button(darius.page, 'Approve')).toBeEnabled();
  await expect(darius.page.getByText('Temporary vendors are not supported')).toHaveCount(0);
  await button(darius.page, 'Approve').click();
  await expect(darius.page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
});

test('PO-48, PO-50, DEC-94, DEC-96: what has failed or is not known says so', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  const attempt = {
    created: '2026-11-20T17:05:00.000Z',
    sendType: 'ACCOUNTING' as const,
    senderFirstName: 'Priya',
    senderLastName: 'Raman',
  };
  await seenAs(page, order, {
    lastVendorEmailTime: null,
    lastVendorEmailRecipients: [],
    sendHistoryResource: [
      { ...attempt, isSuccessful: false },
      { ...attempt, created: '2026-11-19T17:05:00.000Z', isSuccessful: true },
    ],
  });
  await openReview(page, order, 'creator');
  const refused = page.getByRole('button', { name: 'Failed to send to Accounting' });
  await expectTip(page, refused, /^11\/20\/2026 .*, Priya Raman$/);
  await expect(page.getByRole('button', { name: 'Sent to Accounting' })).toHaveCount(0);
  const open = page.getByRole('button', { name: 'Vendor email not confirmed' });
  await expectTip(
    page,
    open,
    'The email may still be sending, or the vendor may have no email contacts. Contact support if it takes too long.',
  );
});

test('VE-03, PO-51, VE-24, VE-25, DEC-94: the vendor, and where its POs are sent', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana, { vendorContact: 'Bernard Holt' });
  const { page } = dana;
  const details = `**/api/vendors/${order.vendor.id}/details?**`;
  const fact = (term: string) =>
    page
      .getByRole('article', { name: 'Purchase order' })
      .getByRole('term')
      .filter({ hasText: term })
      .locator('+ dd');
  const held = Promise.withResolvers<void>();
  await page.route(details, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openReview(page, order, 'creator');
  await expect(fact('Vendor Name')).toHaveText('Foxglove Sign Company');
  await expect(fact('Vendor Address')).toHaveText(order.vendorAddress?.address ?? '');
  await expect(fact('Vendor Contact')).toHaveText('Bernard Holt');
  await expect(fact('Phone Number')).toHaveText(order.vendor.phoneNumber);
  await expect(fact('Vendor Email')).toHaveText('Loading information...');
  held.resolve();
  await expect(fact('Vendor Email')).toHaveText('bernard@foxglovesigncompany.example');
  await page.route(details, (route) => route.fulfill({ json: { contacts: [], addresses: [] } }));
  await openReview(page, order, 'creator');
  await expect(fact('Vendor Email')).toHaveText('No email on file');
  await expectTip(
    page,
    fact('Vendor Email').getByRole('button'),
    'POs cannot be emailed to vendors on approval without an email on file. Vendor emails are configured in the accounting system.',
  );
  await page.route(details, (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }));
  await openReview(page, order, 'creator');
  await expect(fact('Vendor Email')).toHaveText('Error loading vendor data');
});

/** A purchase order of a temporary vendor that has handed in two papers. */
async function withTaxForms(dana: Seat): Promise<PurchaseOrder> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const attachments = [
    { attachmentId: await dana.api.upload('w9.png', new Uint8Array(png), 'vendor'), label: 'w9.png' },
    { attachmentId: await dana.api.upload('note.txt', 'Paid in cash', 'vendor'), label: 'note.txt' },
  ];
  const vendor = {
    name: 'Corner Hardware',
    address: '12 Vine St',
    city: 'Burbank',
    state: 'CA',
    postalCode: '91506',
    contact: 'Maggie Quill',
    email: 'maggie@corner.example',
    phoneNumber: '(555) 0199',
    isTemporary: true,
    isRelatedParty: true,
    attachments,
  };
  return draft(dana, { vendor, vendorAddress: null });
}

test('VE-04, VE-05: a temporary vendor has all its facts, and its tax forms open or are saved', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await withTaxForms(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const sheet = page.getByRole('article', { name: 'Purchase order' });
  const fact = (term: string) => sheet.getByRole('term').filter({ hasText: term }).locator('+ dd');
  await expect(fact('Vendor Name')).toHaveText(/^Corner Hardware/);
  await expect(fact('Vendor Address')).toHaveText('12 Vine St, Burbank, CA 91506');
  await expect(fact('Related Party')).toHaveText('Yes');
  await expect(fact('Contact Name')).toHaveText('Maggie Quill');
  await expect(fact('Email Address')).toHaveText('maggie@corner.example');
  await expect(fact('Phone Number')).toHaveText('(555) 0199');
  await fact('Vendor Tax Form(s)').getByRole('button', { name: 'w9.png' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'w9.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await fact('Vendor Tax Form(s)').getByRole('button', { name: 'note.txt' }).click();
  expect((await download).suggestedFilename()).toBe('note.txt');
});

test('PO-52, PO-53, DEC-90: the history names event, user and time, newest first', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const table = page.getByRole('region', { name: 'History' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Event', 'User', 'Time', 'Before and after']);
  const time = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d [AP]M`;
  // Programs decided, which named no content.
  const end = `${time}Without naming a version`;
  await expect(table.locator('tbody').getByRole('row')).toHaveText([
    new RegExp(`^ApprovedPriya Raman${end}$`),
    new RegExp(`^ApprovedMarcus Oyelaran${end}$`),
    new RegExp(`^SubmittedDana Whitlock${end}$`),
  ]);
});

test('PO-62: a PO that cannot be read says so', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/po/review/nlite_00000000000000000000000000000000/creator');
  await expect(page.getByRole('heading', { name: 'Error loading purchase order.' })).toBeVisible();
  await expect(page.getByText('This purchase order does not exist in this show')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/po$/);
});

test('PO-62: a PO that could not be read for once can be asked for again', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  const url = `**/api/pos/${order.id}?**`;
  await page.route(url, (route) => route.fulfill({ status: 503, body: '' }));
  for (const screen of ['review', 'edit']) {
    await page.goto(`/po/${screen}/${order.id}${screen === 'review' ? '/creator' : ''}`);
    await expect(page.getByText('Error loading purchase order.')).toBeVisible();
  }
  // Together: the page asks again by itself too, and then the button is gone.
  await Promise.all([page.getByRole('button', { name: 'Try again' }).click(), page.unroute(url)]);
  await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
});

test('AT-03, NO-03: a note that is being written is still there after an attachment was looked at', async ({
  as,
}) => {
  const dana = await as('dana');
  const attachmentId = await dana.api.upload('quote.txt', 'Three lamps');
  const attachments = [{ attachmentId, label: 'quote.txt', isTopSheet: false, shouldDelete: false }];
  const order = await draft(dana, { attachments });
  const { page } = dana;
  await openReview(page, order, 'creator');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('Half a thought');
  await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'quote.txt' }).click();
  await expect(page.getByRole('region', { name: 'Attachment quote.txt' })).toBeVisible();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Close preview' }).click();
  await expect(note).toHaveValue('Half a thought');
});
