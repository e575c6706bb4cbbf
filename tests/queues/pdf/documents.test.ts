import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { allOptions } from '../../support/pdf/sample-order.ts';
import {
  addNote,
  billFor,
  openAllTypes,
  orderWithQuote,
  paymentOf,
} from '../../support/worker/fixtures/all-types.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import { as, create } from '../../support/worker/fixtures/client.ts';
import { bookPayment, importPayments } from '../../support/worker/fixtures/payments.ts';
import { makePdf, onePage, pdfBody, startPdf, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { billBody } from '../../support/worker/fixtures/relief.ts';
import { forgetSent, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

describe('DEC-55: a payment', () => {
  test('PD-09, PD-27: the PDF has topsheet with notes, files, then topsheet and files of the invoices', async () => {
    const po = await orderWithQuote('a quote');
    const invoice = await billFor(po, { scan: 'the bill' });
    const id = await paymentOf('paid-1', invoice.id);
    const statement = await uploaded('ada', 'payment', 'statement.pdf', await onePage('the statement'));
    const attached = await as('ada').post(`/api/payments/attachments/${id}/?showId=alpha1`, {
      attachments: [statement],
      invoiceId: invoice.id,
    });
    expect(attached.status, JSON.stringify(attached.body)).toBe(200);
    await addNote('ada', `/api/payments/${id}/notes/?showId=alpha1`, 'Second half');
    const { task, pages } = await makePdf('ada', 'PAYMENT', id);
    expect(task.eventType).toBe('MERGED_ATTACHMENTS_TO_PDF');
    expect(task.fileName).toMatch(/^Payment_E\d{5}\.pdf$/);
    const [topsheet = ''] = pages;
    for (const part of [
      'Meridian Pictures Alpha Station',
      'Draft',
      'DATE 11/04/2026 PAYMENT TYPE ACH BANK NAME First Harbor Bank CURRENCY USD',
      'PAYEE Lumen Rentals Inc',
      `1 ${invoice.number} $50.00`,
      'Total USD $50.00',
      `statement.pdf · Invoice ${invoice.number}`,
      'Second half',
      `ENCLOSED DOCUMENTS Invoice ${invoice.number}`,
    ]) {
      expect(topsheet).toContain(part);
    }
    expect(pages[1]).toBe('the statement');
    expect(pages[2]).toContain(`INVOICE ${invoice.number} Draft`);
    expect(pages[3]).toBe('the bill');
    // The orders of its invoices are not included.
    expect(pages).toHaveLength(4);
  });

  test('PD-27, DEC-12: invoices are left out for users without the invoices permission', async () => {
    const invoice = await billFor(await approved('dana'));
    const id = await paymentOf('paid-2', invoice.id);
    const { task, pages } = await makePdf('dana', 'PAYMENT', id);
    expect(task.eventType).toBe('PDF_GENERATED');
    expect(pages).toHaveLength(1);
  });

  test('PD-09: parts that are switched off are left out', async () => {
    const id = await paymentOf('paid-3');
    await addNote('ada', `/api/payments/${id}/notes/?showId=alpha1`, 'Second half');
    expect((await as('ada').put(`/api/payments/${id}/submit?showId=alpha1`, {})).status).toBe(200);
    const withAll = await makePdf('ada', 'PAYMENT', id);
    expect(withAll.pages[0]).toContain('Second half');
    expect(withAll.pages[1]).toMatch(/^Payment History/);
    const options = {
      includePaymentNotes: false,
      includePaymentAttachments: false,
      includePaymentHistory: false,
    };
    const { pages } = await makePdf('ada', 'PAYMENT', id, { options });
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toContain('Second half');
  });
});

describe('all document types', () => {
  test('PD-08: a request names document, type, show, user, persona and options, for each of the three types', async () => {
    const po = await create('ada');
    const bill = await as('ivan').post<{ id: string }>('/api/invoices', billBody([{ cents: 500 }]));
    const payment = await paymentOf('paid-4');
    const requests = [
      ['PO', po.id],
      ['INVOICE', bill.body.id],
      ['PAYMENT', payment],
    ] as const;
    for (const [docType, docId] of requests) {
      const body = pdfBody(docType, docId, { userId: 'ada', persona: 'APPROVER', options: {} });
      const { status, body: answer } = await startPdf('ada', body);
      expect([status, answer.success, answer.error]).toEqual([200, true, null]);
    }
    const rows = await sql.alpha<{ request: string }>`SELECT request FROM pdf_tasks WHERE user_id = 'ada'
      ORDER BY created_at DESC, id DESC LIMIT 3`;
    expect(rows.map(({ request }) => JSON.parse(request).request)).toEqual(
      requests.toReversed().map(([docType, docId]) => ({
        docType,
        docId,
        showId: 'alpha1',
        userId: 'ada',
        persona: 'APPROVER',
        options: allOptions,
      })),
    );
  });

  test('PD-24: a file name has at most 50 characters, all of them safe', async () => {
    const [id = ''] = await importPayments(bookPayment('long', { number: `CHK 2026/${'7'.repeat(60)}` }));
    const { task } = await makePdf('ada', 'PAYMENT', id);
    expect(task.fileName).toBe(`Payment_CHK_2026_${'7'.repeat(29)}.pdf`);
    expect(task.fileName).toHaveLength(50);
  });

  test('DEC-12: a PDF requires the permission of its document type', async () => {
    const bill = await as('ivan').post<{ id: string }>('/api/invoices', billBody([{ cents: 500 }]));
    const refused = await startPdf('dana', pdfBody('INVOICE', bill.body.id));
    expect([refused.status, refused.body.code, refused.body.success]).toEqual([403, 'FORBIDDEN', false]);
    const payment = await paymentOf('paid-5');
    expect((await startPdf('carl', pdfBody('PAYMENT', payment))).status).toBe(403);
    expect(sent.pdf).toEqual([]);
  });
});

describe('DEC-55: a purchase order', () => {
  test('PD-11, PD-27: the PDF has topsheet, history, terms and files in order, and lists files that cannot be merged', async () => {
    const terms = await uploaded('ada', 'po', 'terms.pdf', await onePage('the terms'));
    await sql.alpha`UPDATE companies SET terms_file_id = ${terms.attachmentId} WHERE show_id = 'alpha1'`;
    const files = [
      await uploaded('dana', 'po', 'two.pdf', await onePage('file two')),
      await uploaded('dana', 'po', 'contract.docx', 'not a document'),
      await uploaded('dana', 'po', 'one.pdf', await onePage('file one')),
    ];
    const po = await approved('dana', { attachments: files });
    const all = await makePdf('dana', 'PO', po.id);
    expect(all.task.eventType).toBe('MERGED_ATTACHMENTS_TO_PDF');
    expect(all.pages.slice(2, 5)).toEqual(['the terms', 'file two', 'file one']);
    expect(all.pages[5]).toMatch(
      /^Attachments not included .*not included in this file\. Please ask the production for them\. .*contract\.docx Only JPG, PNG and PDF/,
    );
    expect(all.pages).toHaveLength(6);

    const options = {
      includePoNotes: false,
      includePoAttachments: false,
      includePoHistory: false,
      includeTC: false,
    };
    const none = await makePdf('dana', 'PO', po.id, { options });
    expect(none.task.eventType).toBe('PDF_GENERATED');
    expect(none.pages).toHaveLength(1);
    await sql.alpha`UPDATE companies SET terms_file_id = NULL WHERE show_id = 'alpha1'`;
  });

  test('DEC-49: times and dates use the time zone and date format of the requester', async () => {
    const po = await create('dana');
    await addNote('dana', `/api/pos/${po.id}/notes?showId=alpha1`, 'Early');
    await sql.alpha`UPDATE notes SET created_at = '2026-02-24T19:05:00.000Z' WHERE document_id = ${po.id}`;
    await sql.directory`UPDATE users SET date_format = 'DD_MM_YYYY' WHERE id = 'dana'`;
    const tokyo = await makePdf('dana', 'PO', po.id, { timeZone: 'Asia/Tokyo' });
    expect(tokyo.pages[0]).toContain('Dana Stone · 25/02/2026 04:05 AM');
    expect(tokyo.pages[0]).toContain('PO DATE 03/11/2026');
    const unknown = await makePdf('dana', 'PO', po.id, { timeZone: 'Nowhere/Atall' });
    expect(unknown.pages[0]).toContain('Dana Stone · 24/02/2026 11:05 AM');
    await sql.directory`UPDATE users SET date_format = NULL WHERE id = 'dana'`;
  });
});
