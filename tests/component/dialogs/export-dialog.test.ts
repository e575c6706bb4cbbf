import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { stubExports, exportPdf, openExport, openMail } from '../support/pages/export.ts';
import { pdfResponse } from '../support/fixtures/files.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import {
  startChangeOrder,
  approveOrderAsHead,
  approvedOrder,
  approveOrderLast,
  draft,
  submitOrder,
  submittedOrder,
} from '../support/fixtures/purchase-orders.ts';
import { activate, tabTo } from '../support/keyboard.ts';
import { nameOf, numberOf, openReview } from '../support/pages/reviews.ts';

const generate = 'POST /api/reports/pdf/generate';

describe('the export of a purchase order', () => {
  test('PD-02, PD-03, PD-04, PD-06, PD-07, PD-11, PD-24, PO-65: the export dialog has two steps and four options, all on; the request leaves out what is off, and the file is named after the order', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator');
    const dialog = await openExport(page);
    await expect(dialog.getByRole('heading')).toHaveText('Export PO');
    const sizeOf = async (of: typeof dialog) => {
      const { width, height } = await of.boundingBox();
      return [width, height];
    };
    await expect.poll(() => sizeOf(dialog)).toEqual([400, 450]);
    await expect(dialog.getByRole('checkbox')).toHaveCount(4);
    for (const name of ['Notes', 'Attachments', 'PO History', 'Terms & Conditions'])
      await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
    await expect(dialog).toContainText('Only JPG, PNG and PDF attachments are exported.');
    for (const name of ['Cancel', 'Send to', 'Download PDF'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Send to' }).click();
    const mail = page.getByRole('dialog', { name: 'Send To:' });
    await expect.poll(() => sizeOf(mail)).toEqual([400, 450]);
    await mail.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    stubExports(api, `PO_${numberOf(order)}.pdf`);
    await openExport(page);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect.poll(() => page.downloads).toEqual([`PO_${numberOf(order)}.pdf`]);
    await expect(dialog).toHaveCount(0);
    await openExport(page);
    await dialog.getByText('Notes', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect.poll(() => page.downloads).toHaveLength(2);
    const allOptions = {
      includePoNotes: true,
      includePoAttachments: true,
      includePoHistory: true,
      includeTC: true,
    };
    expect(api.calls(generate).map(({ body }) => body.options)).toEqual([
      allOptions,
      { ...allOptions, includePoNotes: false },
    ]);
    expect(api.calls(generate)[0]?.body).toMatchObject({
      docId: order.id,
      docType: 'PO',
      persona: 'CREATOR',
    });
  });

  test('DEC-69: an earlier version is downloaded as it was approved and cannot be sent', async () => {
    const order = approveOrderLast(approveOrderAsHead(submitOrder(startChangeOrder(approvedOrder()))));
    const { page, api } = await openReview(order, 'creator');
    api.on('POST /api/reports/download-pdf/purchase-order', () => pdfResponse('Version 1 of 2'));
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Version' }).click();
    await expect(page.getByRole('option')).toHaveText(['Current version', 'First approval']);
    await page.getByRole('option', { name: 'First approval' }).click();
    await expect(dialog.getByRole('button', { name: 'Send to' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(page.getByText(`${nameOf(order)} successfully downloaded.`)).toBeVisible();
    expect(page.downloads).toEqual([`PO_${numberOf(order)}.pdf`]);
    expect(api.calls('POST /api/reports/download-pdf/purchase-order')[0]?.body).toMatchObject({
      data: { docId: order.id, showId: 'nlite' },
      purchaseOrderApprovalHistoryIndex: 0,
    });
  });
});

describe('the export of other documents', () => {
  for (const [caption, document] of [
    ['Invoice', submittedInvoice()],
    ['Payment', submittedPayment()],
  ] as const)
    test(`PD-02, PD-05, PD-09, PD-10: the dialog Export ${caption} has three options, all on by default`, async () => {
      const { page, api } = await openReview(document, 'approver', { as: 'sam' });
      api.fail(generate, 'invalid_parameter', {
        body: { success: false, data: null, error: 'Not now.' },
      });
      const dialog = await openExport(page);
      await expect(dialog.getByRole('heading')).toHaveText(`Export ${caption}`);
      await expect(dialog.getByRole('checkbox')).toHaveCount(3);
      for (const name of ['Notes', 'Attachments', 'History'])
        await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
      await dialog.getByRole('button', { name: 'Download PDF' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(
        / could not be downloaded\. Failed to start PDF generation\.$/,
      );
      await dialog.getByText('Attachments', { exact: true }).click();
      await dialog.getByRole('button', { name: 'Download PDF' }).click();
      await expect.poll(() => api.calls(generate)).toHaveLength(2);
      await expect(dialog.getByRole('alert')).toBeVisible();
      const options = (attachments: boolean) => ({
        [`include${caption}Notes`]: true,
        [`include${caption}Attachments`]: attachments,
        [`include${caption}History`]: true,
      });
      expect(api.calls(generate).map(({ body }) => [body.docType, body.options])).toEqual([
        [caption.toUpperCase(), options(true)],
        [caption.toUpperCase(), options(false)],
      ]);
    });
});

test('PD-07, EM-01: the export dialog works by keyboard alone and returns the focus', async () => {
  const { page } = await openReview(draft(), 'creator');
  await activate(page, exportPdf(page));
  const dialog = page.getByRole('dialog', { name: 'Export PO' });
  const history = dialog.getByRole('checkbox', { name: 'PO History' });
  await tabTo(page, history);
  await page.keyboard.press('Space');
  await expect(history).not.toBeChecked();
  await activate(page, dialog.getByRole('button', { name: 'Send to' }));
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await expect(mail.getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
  await activate(page, mail.getByRole('button', { name: 'Bcc' }));
  await expect(mail.getByRole('textbox', { name: 'Bcc' })).toBeFocused();
  await activate(page, mail.getByRole('button', { name: 'Back', exact: true }));
  await expect(dialog.getByRole('button', { name: 'Send to' })).toBeFocused();
  await expect(history).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(exportPdf(page)).toBeFocused();
});

test('PD-02, PO-65, DEC-74: the export dialog is a sheet on a phone, and Send is at least 44 px high', async () => {
  const { page } = await openReview(submittedOrder(), 'approver', { width: 375, height: 812 });
  const dialog = await openExport(page);
  await expect
    .poll(async () => {
      const { x, y, width, height } = await dialog.boundingBox();
      return [x, width, Math.round(y + height)];
    })
    .toEqual([0, 375, 812]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const send = (await openMail(page)).getByRole('button', { name: 'Send', exact: true });
  expect((await send.boundingBox()).height).toBeGreaterThanOrEqual(44);
});
