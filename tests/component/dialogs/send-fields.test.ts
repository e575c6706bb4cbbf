import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { openMail, recipients } from '../support/pages/export.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openReview } from '../support/pages/reviews.ts';

const sending = 'POST /api/reports/email-pdf';

test('EM-01, EM-02, EM-09: the send step has To, Cc with the creator, Bcc behind a toggle, and a note with a character count', async () => {
  const { page } = await openReview(submittedOrder(), 'approver');
  const mail = await openMail(page);
  const [to, cc, bcc] = [recipients(mail, 'To'), recipients(mail, 'Cc'), recipients(mail, 'Bcc')];
  await expect(to.box).toBeFocused();
  await expect(to.chips).toHaveCount(0);
  await expect(cc.chips).toHaveText(['dana@backlot.example']);
  await expect(bcc.box).toHaveCount(0);
  const toggle = mail.getByRole('button', { name: 'Bcc' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(bcc.box).toBeFocused();
  await toggle.click();
  await expect(bcc.box).toHaveCount(0);
  const note = mail.getByRole('textbox', { name: 'Note' });
  await expect(mail).toContainText('0/150');
  await note.fill('n'.repeat(170));
  await expect(note).toHaveValue('n'.repeat(150));
  await expect(mail).toContainText('150/150');
  for (const name of ['Back', 'Send'])
    await expect(mail.getByRole('button', { name, exact: true })).toBeEnabled();
});

describe('addresses', () => {
  test('EM-10: separator keys and leaving the field turn the typed address into a chip', async () => {
    const { page } = await openReview(draft(), 'creator');
    const mail = await openMail(page);
    const { box, chips } = recipients(mail, 'To');
    const addresses: string[] = [];
    for (const key of ['Enter', 'Tab', ',', ';', ' ']) {
      const address = `ann${addresses.length}@accounts.example`;
      await box.pressSequentially(address);
      await page.keyboard.press(key);
      addresses.push(address);
      await expect(chips).toHaveText(addresses);
      await expect(box).toHaveValue('');
      await expect(box).toBeFocused();
    }
    await box.pressSequentially('late@accounts.example');
    await mail.getByRole('textbox', { name: 'Note' }).focus();
    await expect(chips).toHaveText([...addresses, 'late@accounts.example']);
  });

  test('EM-10, EM-11: address chips are unique and removable, an invalid one is marked, and pasted addresses lose their display names', async () => {
    const { page } = await openReview(draft(), 'creator');
    const mail = await openMail(page);
    const { box, chips } = recipients(mail, 'To');
    await box.fill('ann@accounts.example,late@accounts.example,');
    const addresses = ['ann@accounts.example', 'late@accounts.example'];
    await expect(chips).toHaveText(addresses);
    // An address is added once, whatever its case and however it is entered.
    await box.pressSequentially('ANN@accounts.example,late@accounts.example,');
    await expect(chips).toHaveText(addresses);

    const colourOf = (name: string) =>
      chips.filter({ hasText: name }).evaluate((chip) => getComputedStyle(chip).color);
    await box.pressSequentially('nobody@nowhere;');
    await expect(chips).toHaveCount(addresses.length + 1);
    const error = mail.getByText('Not an email address: nobody@nowhere');
    await expect(error).toBeVisible();
    const danger = await error.evaluate((text) => getComputedStyle(text).color);
    expect(await colourOf('nobody@nowhere')).toBe(danger);
    expect(await colourOf('late@')).not.toBe(danger);
    await page.keyboard.press('Backspace');
    await expect(chips).toHaveText(addresses);
    await mail.getByRole('button', { name: 'Remove ann@accounts.example' }).click();
    await expect(chips).toHaveText(addresses.slice(1));
    await mail.getByRole('button', { name: 'Remove late@accounts.example' }).click();
    const paste = (text: string) =>
      box.evaluate((field) => {
        const { DataTransfer, ClipboardEvent } = page.window;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
    await paste('ann@accounts.example\nbob@accounts.example; carol@accounts.example');
    await expect(chips).toHaveText([
      'ann@accounts.example',
      'bob@accounts.example',
      'carol@accounts.example',
    ]);
    await paste('"Lee, Dee" <dee@accounts.example>, Bob <bob@accounts.example>');
    await expect(chips).toHaveCount(4);
    await expect(chips.last()).toHaveText('dee@accounts.example');
  });
});

describe('an e-mail that is not sent', () => {
  for (const [word, document] of [
    ['payment', submittedPayment()],
    ['invoice', submittedInvoice()],
    ['PO', submittedOrder()],
  ] as const)
    test(`EM-07: the dialog requires a recipient to send ${word}`, async () => {
      const { page, api } = await openReview(document, 'approver', { as: 'sam' });
      const mail = await openMail(page);
      await mail.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(mail.getByRole('alert')).toHaveText(`Please add at least one recipient to send ${word}`);
      expect(api.calls(sending)).toEqual([]);
    });

  test('EM-08, DEC-57: an invalid address or more than 50 recipients is an error in the dialog', async () => {
    const { page, api } = await openReview(draft(), 'approver', { as: 'sam' });
    const mail = await openMail(page);
    const send = mail.getByRole('button', { name: 'Send', exact: true });
    const [to, cc] = [recipients(mail, 'To'), recipients(mail, 'Cc')];
    await send.click();
    await to.box.fill('ann@accounts.example,');
    await expect(mail.getByRole('alert')).toHaveCount(0);
    for (const { box } of [to, cc]) {
      await box.fill('bob@accounts,');
      await expect(mail.getByRole('alert')).toHaveText('There are errors in your email addresses');
      await send.click();
      await expect(mail.getByRole('alert')).toHaveText('There are errors in your email addresses');
      await mail.getByRole('button', { name: 'Remove bob@accounts' }).click();
    }
    await mail.getByRole('button', { name: 'Bcc' }).click();
    await recipients(mail, 'Bcc').box.fill('bob@accounts');
    await send.click();
    await expect(mail.getByRole('alert')).toHaveText('There are errors in your email addresses');
    await mail.getByRole('button', { name: 'Bcc', exact: true }).click();

    // The creator in Cc makes the 50 addresses in To one too many.
    await to.box.fill(Array.from({ length: 49 }, (_one, at) => `a${at}@accounts.example`).join(' '));
    await expect(to.chips).toHaveCount(50);
    await send.click();
    await expect(mail.getByRole('alert')).toHaveText('An email can have up to 50 recipients in all');
    expect(api.calls(sending)).toEqual([]);
  });
});

test('EM-01, EM-14: an e-mail to the vendor warns about included notes and history, and can leave them out', async () => {
  const order = draft();
  const { page, api } = await openReview(order, 'creator');
  api.on(sending, { success: true });
  const mail = await openMail(page);
  const { box } = recipients(mail, 'To');
  await box.fill('somebody@studio.example,');
  const leaveOut = mail.getByRole('button', { name: 'Leave out notes and history' });
  await expect(leaveOut).toHaveCount(0);
  await box.fill(`${order.vendor.email.toUpperCase()},`);
  await expect(mail.getByRole('status')).toContainText('the PDF includes the notes and history');
  await leaveOut.click();
  await expect(leaveOut).toHaveCount(0);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => api.calls(sending)).toHaveLength(1);
  expect(api.calls(sending)[0]?.body.pdfData.options).toMatchObject({
    includePoNotes: false,
    includePoHistory: false,
    includePoAttachments: true,
  });
});
