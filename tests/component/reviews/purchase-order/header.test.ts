import { describe, test } from 'vitest';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect } from '../../support/expect.ts';
import type { FakeApi } from '../../support/api/fake-api.ts';
import { pngResponse, textResponse } from '../../support/fixtures/files.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  startChangeOrder,
  approveOrderAsHead,
  approvedOrder,
  draft,
  line,
  sendOrderBack,
  submitOrder,
  submittedOrder,
  voidOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import { cornerHardware, foxglove, ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import { openApp } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';
import {
  acceptDecision,
  actionBar,
  barButton,
  changeByOtherUser,
  expectTip,
  factOf,
  goToReview,
  nameOf,
  numberOf,
  openReview,
  section,
} from '../../support/pages/reviews.ts';

const chipsOf = (page: Page) => page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
/** The header of the review with its title. */
const headOf = (page: Page) =>
  page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) });
const notesOf = (page: Page) => section(page, 'Notes').getByRole('listitem');
const marcus = person('marcus');

describe('the header of a review', () => {
  test('SH-11, SH-12, SH-13, PO-46, PO-47, DEC-29: the header has title and number, a chip for each step, and a tab title', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'creator');
    const { page, api } = app;
    expect(api.calls('GET /api/pos/:id')[0]?.query).toMatchObject({ persona: 'CREATOR' });
    await expect(page).toHaveTitle(`PO ${numberOf(order)} · Backlot`);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(actionBar(page)).toHaveAccessibleName('Submission actions');
    const chips = chipsOf(page);
    await expect(chips).toHaveText(['PendingMO', 'PendingPR']);
    await expect(chips.first()).toHaveAttribute('aria-current', 'step');
    await expect(chips.first().getByRole('img', { name: 'Marcus Oyelaran', exact: true })).toBeVisible();
    await changeByOtherUser(app, approveOrderAsHead(order));
    await expect(chips).toHaveText(['ApprovedMO', 'PendingPR']);
    await expect(chips.last()).toHaveAttribute('aria-current', 'step');
  });

  test('SH-11: the review of an approver loads the document with the persona APPROVER', async () => {
    const { page, api } = await openReview(submittedOrder(), 'approver');
    expect(api.calls('GET /api/pos/:id')[0]?.query).toMatchObject({ persona: 'APPROVER' });
    await expect(actionBar(page)).toHaveAccessibleName('Approval actions');
  });

  test('CO-13, PO-45, DEC-19, NO-12: header and notes show a revision and a void', async () => {
    const order = submittedOrder();
    const back = {
      ...sendOrderBack(order),
      notes: [note('Which room?', { by: marcus, context: 'REVISION' })],
    };
    const app = await openReview(back, 'creator');
    const { page } = app;
    await expect(headOf(page)).toContainText('Revision Request');
    await expect(notesOf(page).first()).toContainText('Revision Request');
    await expect(chipsOf(page)).toHaveText(['RevisionMO', 'PendingPR']);
    const resubmitted = submitOrder(back);
    await changeByOtherUser(app, resubmitted);
    await expect(headOf(page)).toContainText('Revision 1');
    const notes = [note('Not needed', { by: marcus, context: 'VOID' }), ...back.notes];
    await changeByOtherUser(app, { ...voidOrder(resubmitted), notes });
    await expect(headOf(page)).toContainText('Purchase Order Void');
    await expect(chipsOf(page)).toHaveText(['VoidMO', 'PendingPR']);
    await expect(notesOf(page)).toContainText([
      /Purchase Order Void.*Not needed/,
      /Revision Request.*Which room\?/,
    ]);
  });

  test('CO-13, NO-12, CO-07: a change order shows its number, and the note of a voided one is marked', async () => {
    const order = approvedOrder();
    const changed = startChangeOrder(order);
    const lineItems = [...changed.lineItems, line({ description: 'Rigging', quantity: 1, unitCost: 75 })];
    const waiting = submitOrder({ ...changed, lineItems, totalCost: 375 });
    const app = await openReview(waiting, 'creator');
    const { page } = app;
    await expect(page.getByText('Change Order 1', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('cell', { name: '$375.00', exact: true })).toBeVisible();
    // The void has restored the approved order.
    const voidNote = { ...note('Too much', { by: marcus, context: 'VOID' }), changeOrderNumber: 1 };
    await changeByOtherUser(app, {
      ...order,
      version: waiting.version + 1,
      newestChangeOrderNumber: 1,
      notes: [voidNote],
    });
    await expect(notesOf(page).first()).toContainText('Change Order 1 Void');
    await expect(page.getByRole('cell', { name: '$375.00', exact: true })).toHaveCount(0);
    await expect(page.getByRole('article').getByText('$300.00').last()).toBeVisible();
    await expect(headOf(page)).not.toContainText('Change Order');
  });

  test('PO-52, PO-53, DEC-90: the history lists event, user and time, and the newest is first', async () => {
    const order = approvedOrder();
    const historyEvents = order.historyEvents.map((event) =>
      event.type === 'APPROVED' ? { ...event, withoutContentVersion: true as const } : event,
    );
    const { page } = await openReview({ ...order, historyEvents }, 'creator');
    const table = section(page, 'History').getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Event', 'User', 'Time', 'Before and after']);
    const time = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d [AP]M`;
    await expect(table.locator('tbody').getByRole('row')).toHaveText([
      new RegExp(`^ApprovedPriya Raman${time}Version not stated$`),
      new RegExp(`^ApprovedMarcus Oyelaran${time}Version not stated$`),
      new RegExp(`^SubmittedDana Whitlock${time}$`),
    ]);
  });
});

describe('the send status', () => {
  const attempt = {
    created: '2026-11-20T17:05:00.000Z',
    isSuccessful: true,
    sendType: 'ACCOUNTING' as const,
    senderFirstName: 'Priya',
    senderLastName: 'Raman',
  };

  test('PO-48, PO-49, DEC-94, DEC-96: the review shows when and by whom the order was sent to accounting and the vendor', async () => {
    const order = approvedOrder({
      sendHistoryResource: [attempt],
      lastVendorEmailTime: '2026-11-20T17:05:00.000Z',
      lastVendorEmailRecipients: ['bernard@foxglovesigncompany.example'],
    });
    const { page } = await openReview(order, 'creator');
    const sent = page.getByRole('button', { name: 'Sent to Accounting' });
    await expectTip(page, sent, /^11\/20\/2026 \d\d:\d\d [AP]M, Priya Raman$/);
    const mailed = page.getByRole('button', { name: 'Emailed to vendor' });
    await expectTip(page, mailed, /^bernard@foxglovesigncompany\.example, 11\/20\/2026 /);
  });

  test('PO-48, PO-50, DEC-94, DEC-96: the review shows a failed or unconfirmed send', async () => {
    const earlier = { ...attempt, created: '2026-11-19T17:05:00.000Z' };
    const order = approvedOrder({
      sendHistoryResource: [{ ...attempt, isSuccessful: false, message: 'The period is closed.' }, earlier],
    });
    const { page } = await openReview(order, 'creator');
    const failureButton = page.getByRole('button', { name: 'Failed to send to Accounting' });
    await expectTip(page, failureButton, /^11\/20\/2026 .*, Priya Raman$/);
    await expect(page.getByRole('button', { name: 'Sent to Accounting' })).toHaveCount(0);
    await expect(page.getByText('The period is closed.')).toBeVisible();
    await expectTip(
      page,
      page.getByRole('button', { name: 'Vendor email not confirmed' }),
      'The email may still be sending, or the vendor may have no email contacts. Contact support if it takes too long.',
    );
  });

  test('DEC-96, BULK-07: a failed send opens its reason, and the owner sends the order again', async () => {
    const order = approvedOrder({
      sendHistoryResource: [{ ...attempt, isSuccessful: false, message: 'The period is closed.' }],
    });
    const { page, api } = await openReview(order, 'creator');
    const route = 'POST /api/workflows/bulk-push';
    api.fail(route, 'INTERNAL_ERROR');
    await page.getByRole('button', { name: 'Failed to send to Accounting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Failed to send to Accounting' });
    await expect(dialog).toContainText('The period is closed.');
    await expect(dialog).toContainText(/11\/20\/2026 .*, Priya Raman/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => api.calls(route).length).toBe(1);
    expect(api.calls(route)[0]?.body).toMatchObject({ docType: 'PO', items: [{ id: order.id }] });
  });

  test('DEC-96, BULK-07: a failed send shows those who may not send the order why', async () => {
    const order = approvedOrder({ sendHistoryResource: [{ ...attempt, isSuccessful: false }] });
    const { page } = await openReview(order, 'creator', { as: 'elena' });
    await page.getByRole('button', { name: 'Failed to send to Accounting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Failed to send to Accounting' });
    await expect(dialog).toContainText('Accounting gave no reason.');
    await expect(dialog.getByRole('button', { name: 'Resend' })).toBeDisabled();
    await expect(dialog).toContainText('Ask its creator, one of its approvers or a Show Admin to resend it.');
  });

  test('PO-49: a show without automatic vendor e-mails shows no e-mail status', async () => {
    const { page } = await openReview(approvedOrder(), 'creator', {
      show: show('nlite', { settings: { vendorEmailAutoSendEnabled: false } }),
    });
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/vendor email not confirmed|emailed to vendor/i)).toHaveCount(0);
  });
});

describe('the vendor', () => {
  const details = 'GET /api/vendors/:id/details';

  test('VE-03, PO-51, VE-24, VE-25, DEC-94: the review shows the vendor and its e-mail address for orders', async () => {
    const order = draft();
    let release = () => {};
    const hold = (fake: FakeApi) => void (release = fake.hold(details));
    const { page, api } = await openReview(order, 'creator', { api: hold });
    await expect(factOf(page, 'Vendor Name')).toHaveText('Foxglove Sign Company');
    await expect(factOf(page, 'Vendor Address')).toHaveText(order.vendorAddress?.address ?? 'none');
    await expect(factOf(page, 'Vendor Contact')).toHaveText('Bernard Holt');
    await expect(factOf(page, 'Phone Number')).toHaveText(order.vendor.phoneNumber);
    const email = factOf(page, 'Vendor Email');
    await expect(email).toHaveText('Loading information...');
    release();
    await expect(email).toHaveText(foxglove.vendor.email);
    api.on(details, { contacts: [], addresses: [] });
    await goToReview(page, order, 'creator');
    await expect(email).toHaveText('No email on file');
    await expectTip(
      page,
      email.getByRole('button'),
      'POs cannot be emailed to vendors on approval without an email on file. Vendor emails are configured in the accounting system.',
    );
    api.fail(details, 'NOT_FOUND');
    await goToReview(page, order, 'creator');
    await expect(email).toHaveText('Error loading vendor data');
  });

  test('VE-04, VE-05: the review shows all facts of a temporary vendor, and its tax forms can be opened or downloaded', async () => {
    const attachments = [
      { attachmentId: 'file-w9', label: 'w9.png' },
      { attachmentId: 'file-note', label: 'note.txt' },
    ];
    const vendor = { ...cornerHardware, attachments };
    const { page, api } = await openReview(draft({ ...ofTemporaryVendor, vendor }), 'creator');
    api.on('GET /files/:owner/:id/newpreview/:name', pngResponse);
    api.on('GET /files/attachment/download/:id', () => textResponse('Paid in cash'));
    await expect(factOf(page, 'Vendor Name')).toHaveText(/^Corner Hardware/);
    await expect(factOf(page, 'Vendor Address')).toHaveText('12 Vine St, Burbank, CA 91506');
    await expect(factOf(page, 'Related Party')).toHaveText('Yes');
    await expect(factOf(page, 'Contact Name')).toHaveText('Maggie Quill');
    await expect(factOf(page, 'Email Address')).toHaveText('maggie@corner.example');
    await expect(factOf(page, 'Phone Number')).toHaveText('(555) 0199');
    await factOf(page, 'Vendor Tax Form(s)').getByRole('button', { name: 'w9.png' }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: 'w9.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await factOf(page, 'Vendor Tax Form(s)').getByRole('button', { name: 'note.txt' }).click();
    await expect.poll(() => page.downloads).toEqual(['note.txt']);
    expect(api.calls('GET /files/attachment/download/:id')[0]?.params).toEqual({ id: 'file-note' });
  });

  test('VE-22, DEC-33: a show that keeps temporary vendors requires no confirmation of them', async () => {
    const order = submittedOrder(ofTemporaryVendor);
    const showKeepingTempVendors = show('nlite', { settings: { replacePoTempVendors: false } });
    const app = await openReview(order, 'approver', { show: showKeepingTempVendors });
    const { page } = app;
    await expect(barButton(page, 'Approve')).toBeEnabled();
    await expect(page.getByText('Temporary vendors are not supported')).toHaveCount(0);
    acceptDecision(app, 'approval', approveOrderAsHead(order));
    await barButton(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  });
});

describe('a PO that cannot be loaded', () => {
  test('PO-62: a PO that does not exist is an error with a link to the list', async () => {
    const { page } = await openApp('/po/review/nlite_00000000000000000000000000000000/creator');
    await expect(page.getByRole('heading', { name: 'Error loading purchase order.' })).toBeVisible();
    await expect(page.getByText('This purchase order does not exist in this show')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/po');
  });

  test('PO-62: a PO that fails to load can be retried', async () => {
    const order = draft();
    const { page, api } = await openApp(`/po/review/${order.id}/creator`, {
      orders: [order],
      api: (fake) => void fake.fail('GET /api/pos/:id', 'show_is_moving'),
    });
    await expect(page.getByText('Error loading purchase order.')).toBeVisible();
    await page.goto(`/po/edit/${order.id}`);
    await expect(page.getByText('Error loading purchase order.')).toBeVisible();
    api.on('GET /api/pos/:id', order);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
  });
});
