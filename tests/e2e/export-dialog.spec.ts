import { readFile } from 'node:fs/promises';
import { pageTexts } from '../support/pdf/read-text.ts';
import { adjusted, extended, handedIn } from './support/change-orders.ts';
import { downloaded, exportPdf, openExport } from './support/export.ts';
import { draftInvoice } from './support/invoices.ts';
import { use } from './support/keyboard.ts';
import { approve, approved, draft } from './support/orders.ts';
import { cashier, draftPayment } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { numberOf, openInvoiceReview, openPaymentReview, openReview } from './support/review.ts';

const generate = '**/api/reports/pdf/generate**';

interface Generate {
  docType: string;
  options: Record<string, boolean>;
}

test('PD-02, PD-03, PD-04, PD-06, PD-07: the export of a purchase order, its measure and its two steps', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  await expect(dialog.getByRole('heading')).toHaveText('Export PO');
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return [box?.width, box?.height];
    })
    .toEqual([400, 450]);
  const boxes = dialog.getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  for (const name of ['Notes', 'Attachments', 'PO History', 'Terms & Conditions'])
    await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
  await expect(dialog).toContainText('Only JPG, PNG and PDF attachments are exported.');
  for (const name of ['Cancel', 'Send to', 'Download PDF'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Send to' }).click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await expect
    .poll(async () => {
      const box = await mail.boundingBox();
      return [box?.width, box?.height];
    })
    .toEqual([400, 450]);
  await mail.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('PD-02, PD-05, PD-09, PD-10: invoices and payments have three options, all on until one is taken out', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [elena, place] = await Promise.all([apiOf('elena'), cashier(apiOf, baseURL, 'nlite')]);
  const [invoice, payment] = await Promise.all([draftInvoice(elena), draftPayment(place)]);
  const { page } = await as('sam');
  const asked: Generate[] = [];
  await page.route(generate, async (route) => {
    asked.push(route.request().postDataJSON() as Generate);
    await route.fulfill({ status: 400, json: { success: false, data: null, error: 'Not now.' } });
  });
  const kinds = [
    { caption: 'Invoice', open: () => openInvoiceReview(page, invoice, 'approver') },
    { caption: 'Payment', open: () => openPaymentReview(page, payment) },
  ];
  for (const { caption, open } of kinds) {
    await open();
    const dialog = await openExport(page);
    await expect(dialog.getByRole('heading')).toHaveText(`Export ${caption}`);
    const boxes = dialog.getByRole('checkbox');
    await expect(boxes).toHaveCount(3);
    for (const name of ['Notes', 'Attachments', 'History'])
      await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      / could not be downloaded\. Failed to start PDF generation\.$/,
    );
    await dialog.getByText('Attachments', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
  }
  const options = (caption: 'Invoice' | 'Payment', attachments: boolean) => ({
    [`include${caption}Notes`]: true,
    [`include${caption}Attachments`]: attachments,
    [`include${caption}History`]: true,
  });
  await expect.poll(() => asked.length).toBe(4);
  expect(asked.map(({ docType, options: sent }) => [docType, sent])).toEqual([
    ['INVOICE', options('Invoice', true)],
    ['INVOICE', options('Invoice', false)],
    ['PAYMENT', options('Payment', true)],
    ['PAYMENT', options('Payment', false)],
  ]);
});

test('PD-11, PD-24, PO-65: what is taken out of a purchase order is not in its PDF', async ({ as }) => {
  const dana = await as('dana');
  const notes = [{ keyId: crypto.randomUUID(), content: 'Mind the wet paint' }];
  const order = await draft(dana, { notes });
  const { page } = dana;
  await openReview(page, order, 'creator');
  await openExport(page);
  const textOf = async () => {
    const file = await downloaded(page);
    expect(file.suggestedFilename()).toBe(`PO_${numberOf(order)}.pdf`);
    return (await pageTexts(new Uint8Array(await readFile(await file.path())))).join(' ');
  };
  let asked = page.waitForRequest(generate);
  expect(await textOf()).toContain('Mind the wet paint');
  const whole = { includePoNotes: true, includePoAttachments: true, includePoHistory: true, includeTC: true };
  expect(((await asked).postDataJSON() as Generate).options).toEqual(whole);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const dialog = await openExport(page);
  await dialog.getByText('Notes', { exact: true }).click();
  asked = page.waitForRequest(generate);
  const without = await textOf();
  expect(((await asked).postDataJSON() as Generate).options).toEqual({ ...whole, includePoNotes: false });
  expect(without).toContain(numberOf(order));
  expect(without).not.toContain('Mind the wet paint');
});

test('DEC-69: an earlier version of a purchase order is downloaded as it was approved', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const first = await approved(dana, [marcus, priya]);
  const changed = await extended(dana, await adjusted(dana, first));
  await handedIn(dana, changed);
  await approve(marcus, changed);
  const order = await approve(priya, changed);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Version' }).click();
  await expect(page.getByRole('option')).toHaveText(['Current version', 'First approval']);
  await page.getByRole('option', { name: 'First approval' }).click();
  const sendTo = dialog.getByRole('button', { name: 'Send to' });
  await expect(sendTo).toBeDisabled();
  const asked = page.waitForRequest('**/api/reports/download-pdf/purchase-order');
  const file = await downloaded(page);
  await expect(page.getByText(`PO #${numberOf(order)} successfully downloaded.`)).toBeVisible();
  expect((await asked).postDataJSON()).toMatchObject({
    data: { docId: order.id, showId: 'nlite' },
    purchaseOrderApprovalHistoryIndex: 0,
  });
  const text = (await pageTexts(new Uint8Array(await readFile(await file.path())))).join(' ');
  expect(text).toContain('Version 1 of 2');
  expect(text).not.toContain('Rigging');
});

test('PD-07, EM-01: the whole dialog without a mouse, and the focus comes back', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const button = exportPdf(page);
  await use(page, button);
  const dialog = page.getByRole('dialog', { name: 'Export PO' });
  await expect(dialog).toBeVisible();
  const history = dialog.getByRole('checkbox', { name: 'PO History' });
  for (
    let steps = 0;
    steps < 20 && !(await history.evaluate((box) => box === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(history).not.toBeChecked();
  await use(page, dialog.getByRole('button', { name: 'Send to' }));
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await expect(mail.getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
  await use(page, mail.getByRole('button', { name: 'Bcc' }));
  await expect(mail.getByRole('textbox', { name: 'Bcc' })).toBeFocused();
  await use(page, mail.getByRole('button', { name: 'Back', exact: true }));
  await expect(dialog.getByRole('button', { name: 'Send to' })).toBeFocused();
  await expect(history).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('PD-02, PO-65: on a phone the dialog is a sheet, for the approver too', async ({ as, apiOf }) => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus', phone)]);
  const order = await draft(dana);
  await dana.api.put(`/api/pos/${order.id}/submit?r=0`);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await exportPdf(page).tap();
  const dialog = page.getByRole('dialog', { name: 'Export PO' });
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))];
    })
    .toEqual([0, 375, 812]);
  await dialog.getByRole('button', { name: 'Send to' }).tap();
  const send = page
    .getByRole('dialog', { name: 'Send To:' })
    .getByRole('button', { name: 'Send', exact: true });
  expect((await send.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
