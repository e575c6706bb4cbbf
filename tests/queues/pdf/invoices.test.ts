import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { memberContext } from '#verbs/request/member-context';
import { renderDocument } from '#verbs/pdf/render-document';
import { pageTexts } from '../../support/pdf/read-text.ts';
import { allOptions } from '../../support/pdf/sample-order.ts';
import {
  addNote,
  billFor,
  openAllTypes,
  orderWithQuote,
  saying,
} from '../../support/worker/fixtures/all-types.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { makePdf } from '../../support/worker/fixtures/pdf.ts';
import { actOnBill, submitBill } from '../../support/worker/fixtures/relief.ts';
import { forgetSent, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

describe('DEC-55: an invoice', () => {
  test('PD-10, PD-27: the PDF has topsheet with notes, history, files, then topsheet and files of the orders', async () => {
    const po = await orderWithQuote('a quote');
    const invoice = await billFor(po);
    await addNote('ivan', `/api/invoices/${invoice.id}/notes/?showId=alpha1`, 'Half of the sofas');
    await submitBill(invoice.id);
    const { task, pages } = await makePdf('ada', 'INVOICE', invoice.id);
    expect(task).toMatchObject({
      eventType: 'MERGED_ATTACHMENTS_TO_PDF',
      fileName: `Invoice_${invoice.number}.pdf`,
    });
    const begins = [
      'Harbor Lights LLC 9 Quay St, Los Angeles Alpha Station',
      'Invoice History',
      'the scan',
      'Harbor Lights LLC 9 Quay St, Los Angeles Alpha Station',
      'a quote',
    ];
    expect(pages.map((page, at) => page.startsWith(begins[at] ?? '?'))).toEqual(begins.map(() => true));
    const [topsheet = '', history = '', , order = ''] = pages;
    for (const part of [
      `INVOICE ${invoice.number} Submitted for approval`,
      'INVOICE DATE 11/03/2026',
      'DUE DATE 12/03/2026',
      'VENDOR Lumen Rentals Vendor No. N-lumen 1 Stage Way Burbank',
      `1 Bill line 1 6100 ${po.poNumber} Line 1 $100.00`,
      'Total USD $100.00',
      'Step 1 Lena Stone, Luis Stone Pending',
      'Half of the sofas',
      `ENCLOSED DOCUMENTS Purchase Order ART-${po.poNumber}`,
    ]) {
      expect(topsheet).toContain(part);
    }
    expect(history).toMatch(/Submitted Version not stated Ivan Stone/);
    expect(order).toContain(`PURCHASE ORDER ART-${po.poNumber} Approved`);
    // Notes and history of linked orders are left out.
    expect(saying(pages, 'PO History')).toBe(0);
  });

  test('PD-27, DEC-13: orders that the requester may not see are left out', async () => {
    const po = await orderWithQuote('a secret quote');
    const invoice = await billFor(po);
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id);
    expect(pages[0]).toContain(`INVOICE ${invoice.number} Draft`);
    expect(saying(pages, 'PURCHASE ORDER')).toBe(0);
    expect(saying(pages, 'a secret quote')).toBe(0);
  });

  test('DEC-55: an e-mail leaves the orders out', async () => {
    const po = await orderWithQuote('a quote');
    const invoice = await billFor(po, { scan: 'for the mail' });
    const now = new Date().toISOString();
    const context = await memberContext(studioEnv, { showId: 'alpha1', userId: 'ada' }, now);
    if (!context) throw new Error('Ada is a member');
    const wanted = { docType: 'INVOICE', docId: invoice.id, options: allOptions, timeZone: 'UTC' } as const;
    const { bytes, fileName } = await renderDocument(context, {
      ...wanted,
      displayIndicators: false,
      withLinked: false,
    });
    expect(fileName).toBe(`Invoice_${invoice.number}.pdf`);
    const pages = await pageTexts(bytes);
    expect(pages.slice(1)).toEqual(['for the mail']);
    expect(pages[0]).not.toContain('ENCLOSED DOCUMENTS');
  });

  test('PD-10: parts that are switched off are left out, files of the orders included', async () => {
    const po = await orderWithQuote('a quote');
    const invoice = await billFor(po);
    await addNote('ivan', `/api/invoices/${invoice.id}/notes/?showId=alpha1`, 'Half of the sofas');
    await submitBill(invoice.id);
    const options = {
      includeInvoiceNotes: false,
      includeInvoiceAttachments: false,
      includeInvoiceHistory: false,
    };
    const { pages } = await makePdf('ada', 'INVOICE', invoice.id, { options });
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain(`PURCHASE ORDER ART-${po.poNumber}`);
    for (const text of ['Half of the sofas', 'the scan', 'a quote', 'History'])
      expect(saying(pages, text)).toBe(0);
  });

  test('PD-25: the legal text is on every page of an unapproved linked order and on no other page', async () => {
    const po = await orderWithQuote('a quote');
    const invoice = await billFor(po);
    const requested = await as('dana').post('/api/workflows/adjust', {
      poId: po.id,
      reason: 'One more week',
    });
    expect(requested.status).toBe(200);
    const { pages } = await makePdf('ada', 'INVOICE', invoice.id);
    const unapproved = pages.map((page) => page.includes('THIS PO IS NOT VALID UNTIL APPROVED'));
    expect(unapproved).toEqual([false, false, true, true]);
  });

  test('PD-27: a voided invoice has a VOID watermark', async () => {
    const invoice = await billFor(await approved('dana'));
    await submitBill(invoice.id);
    expect((await actOnBill(invoice.id, 'void')).status).toBe(200);
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id);
    expect(pages[0]).toMatch(/Invoice Void .*VOID/);
  });
});

describe('PD-26: relief indicators', () => {
  test.each([
    [5_000, 'UNDER'],
    [30_000, 'MATCH'],
    [40_000, 'OVER'],
  ])('DEC-39: %s cents of an order line of 300.00 are %s', async (cents, indicator) => {
    const po = await approved('dana');
    const invoice = await billFor(po, { cents });
    await submitBill(invoice.id);
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id, {}, '&displayIndicators=true');
    expect(pages[0]).toContain(`${po.poNumber} Line 1 ${indicator} $${(cents / 100).toFixed(2)}`);
  });

  test('DEC-39: a voided order is ERROR', async () => {
    const po = await approved('dana');
    const invoice = await billFor(po);
    await sql.alpha`UPDATE documents SET status = 'VOID', submission_status = 'Void' WHERE id = ${po.id}`;
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id, {}, '&displayIndicators=true');
    expect(pages[0]).toContain(`${po.poNumber} Line 1 ERROR`);
  });

  test('PD-26, RL-09: the flag of the request decides, else the setting of the show', async () => {
    const invoice = await billFor(await approved('dana'));
    const isShown = async (query: string) => {
      const { pages } = await makePdf('ivan', 'INVOICE', invoice.id, {}, query);
      return pages[0]?.includes('UNDER') === true;
    };
    expect(await isShown('')).toBe(false);
    await setSettings('alpha1', { displayReliefIndicatorsPdf: true });
    expect(await isShown('')).toBe(true);
    expect(await isShown('&displayIndicators=false')).toBe(false);
    await setSettings('alpha1', { displayReliefIndicatorsPdf: false });
    expect(await isShown('&displayIndicators=true')).toBe(true);
  });

  test('RL-08: a show that does not relieve has no indicators', async () => {
    const invoice = await billFor(await approved('dana'));
    await setSettings('alpha1', { purchaseOrderRelieveResources: false });
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id, {}, '&displayIndicators=true');
    await setSettings('alpha1', { purchaseOrderRelieveResources: true });
    expect(pages[0]).not.toContain('RELIEF');
  });
});
