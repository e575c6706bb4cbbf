import { openMail, recipients } from './support/export.ts';
import { draftInvoice } from './support/invoices.ts';
import { draft } from './support/orders.ts';
import { cashier, draftPayment } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { openInvoiceReview, openPaymentReview, openReview } from './support/review.ts';

test('EM-01, EM-02, EM-09: the send step has To, Cc with the creator, Bcc behind a toggle, and a note that counts', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await draft(dana);
  await dana.api.put(`/api/pos/${order.id}/submit?r=0`);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  const mail = await openMail(page);
  const [to, cc, bcc] = (['To', 'Cc', 'Bcc'] as const).map((name) => recipients(mail, name));
  await expect(to?.box ?? mail).toBeFocused();
  await expect(to?.chips ?? mail).toHaveCount(0);
  await expect(cc?.chips ?? mail).toHaveText(['dana@backlot.example']);
  await expect(bcc?.box ?? mail).toHaveCount(0);
  const toggle = mail.getByRole('button', { name: 'Bcc' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(bcc?.box ?? mail).toBeFocused();
  await toggle.click();
  await expect(bcc?.box ?? mail).toHaveCount(0);
  const note = mail.getByRole('textbox', { name: 'Note' });
  await expect(mail).toContainText('0/150');
  await note.fill('n'.repeat(170));
  await expect(note).toHaveValue('n'.repeat(150));
  await expect(mail).toContainText('150/150');
  for (const name of ['Back', 'Send'])
    await expect(mail.getByRole('button', { name, exact: true })).toBeEnabled();
});

test('EM-10, EM-11: what makes a chip of an address, and what becomes of doubles and of what is none', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const mail = await openMail(page);
  const { box, chips } = recipients(mail, 'To');
  const made: string[] = [];
  for (const key of ['Enter', 'Tab', ',', ';', ' ']) {
    const address = `ann${made.length}@accounts.example`;
    await box.pressSequentially(address);
    await page.keyboard.press(key);
    made.push(address);
    await expect(chips).toHaveText(made);
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
  }
  await box.pressSequentially('late@accounts.example');
  await mail.getByRole('textbox', { name: 'Note' }).focus();
  made.push('late@accounts.example');
  await expect(chips).toHaveText(made);

  // In any case, and however it comes, it is there once.
  await box.focus();
  await box.pressSequentially('ANN0@accounts.example,late@accounts.example,');
  await expect(chips).toHaveText(made);

  const colourOf = (name: string) =>
    chips.filter({ hasText: name }).evaluate((chip) => getComputedStyle(chip).color);
  await box.pressSequentially('nobody@nowhere;');
  await expect(chips).toHaveCount(made.length + 1);
  await expect(mail).toContainText('Not an email address: nobody@nowhere');
  const danger = await mail
    .getByText('Not an email address: nobody@nowhere')
    .evaluate((text) => getComputedStyle(text).color);
  expect(await colourOf('nobody@nowhere')).toBe(danger);
  expect(await colourOf('late@')).not.toBe(danger);
  await page.keyboard.press('Backspace');
  await expect(chips).toHaveText(made);
  await mail.getByRole('button', { name: 'Remove ann0@accounts.example' }).click();
  await expect(chips).toHaveText(made.slice(1));
});

test('EM-10: addresses that are pasted become chips, one for each, without the names that mail programs add', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const mail = await openMail(page);
  const { box, chips } = recipients(mail, 'To');
  const paste = (text: string) =>
    box.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('ann@accounts.example\nbob@accounts.example; carol@accounts.example');
  await expect(chips).toHaveText(['ann@accounts.example', 'bob@accounts.example', 'carol@accounts.example']);
  await paste('"Lee, Dee" <dee@accounts.example>, Bob <bob@accounts.example>');
  await expect(chips).toHaveCount(4);
  await expect(chips.last()).toHaveText('dee@accounts.example');
});

test('EM-07, EM-08, DEC-57: nothing leaves without a recipient, with an address that is none, or for more than 50', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [elena, place] = await Promise.all([apiOf('elena'), cashier(apiOf, baseURL, 'nlite')]);
  const [invoice, payment] = await Promise.all([draftInvoice(elena), draftPayment(place)]);
  const { page } = await as('sam');
  const order = await draft({ api: (await apiOf('dana')).api });
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/email-pdf'))));
  const kinds = [
    { word: 'payment', open: () => openPaymentReview(page, payment) },
    { word: 'invoice', open: () => openInvoiceReview(page, invoice, 'approver') },
    { word: 'PO', open: () => openReview(page, order, 'approver') },
  ];
  for (const { word, open } of kinds) {
    await open();
    const mail = await openMail(page);
    await mail.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(mail.getByRole('alert')).toHaveText(`Please add at least one recipient to send ${word}`);
  }
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  const send = mail.getByRole('button', { name: 'Send', exact: true });
  const [to, cc] = [recipients(mail, 'To'), recipients(mail, 'Cc')];
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

  // With the creator in Cc the fiftieth is one too many.
  await to.box.fill(Array.from({ length: 49 }, (_one, at) => `a${at}@accounts.example`).join(' '));
  await expect(to.chips).toHaveCount(50);
  await send.click();
  await expect(mail.getByRole('alert')).toHaveText('An email can have up to 50 recipients in all');
  expect(asked).toBe(0);
});

test('EM-01, EM-14: an e-mail to the vendor says that notes and history are included, and leaves them out on request', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const bodies: { pdfData: { options: Record<string, boolean> } }[] = [];
  await page.route('**/api/reports/email-pdf**', async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true } });
  });
  await openReview(page, order, 'creator');
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
  await expect.poll(() => bodies.length).toBe(1);
  expect(bodies[0]?.pdfData.options).toMatchObject({
    includePoNotes: false,
    includePoHistory: false,
    includePoAttachments: true,
  });
});
