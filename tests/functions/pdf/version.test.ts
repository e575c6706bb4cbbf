import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { pageTexts } from '../../support/pdf/read-text.ts';
import { as, action, read } from '../../support/worker/fixtures/client.ts';
import {
  approveAll,
  approved,
  adjust,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { onePage, postForBytes, uploaded } from '../../support/worker/fixtures/pdf.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, openStudio, sent } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const path = '/api/reports/download-pdf/purchase-order';
let order: PurchaseOrder;

/**
 * Dana's order over 300.00, approved with a quote; then a change order of 50.00 with other texts, approved with another
 * quote.
 */
beforeAll(async () => {
  await openStudio();
  const first = await uploaded('dana', 'po', 'first.pdf', await onePage('the first quote'));
  order = await approved('dana', { description: 'Sofas only', attachments: [first] });
  await note('First remark');
  const requested = await adjust('dana', order.id);
  const saved = await save('dana', requested.body, {
    description: 'Sofas and lamps',
    lineItems: oneMoreLine(requested.body),
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const second = await uploaded('dana', 'po', 'second.pdf', await onePage('the second quote'));
  const attached = await as('dana').post(`/api/pos/attachments/${order.id}`, {
    attachments: [first, second],
  });
  expect(attached.status, JSON.stringify(attached.body)).toBe(200);
  await approveAll((await submit('dana', order.id)).body);
  order = await read('dana', order.id);
});
afterAll(() => closeBrowser(env));
beforeEach(forgetSent);

async function note(content: string): Promise<void> {
  const body = { content, keyId: crypto.randomUUID() };
  expect((await as('dana').post(`/api/pos/${order.id}/notes?showId=alpha1`, body)).status).toBe(201);
}

function ask(name: PersonName, index: unknown, own: Record<string, unknown> = {}) {
  const data = { docId: order.id, showId: 'alpha1', options: {}, timeZone: 'America/Los_Angeles', ...own };
  return postForBytes(name, path, { data, purchaseOrderApprovalHistoryIndex: index });
}

async function pagesOf(index: number, own: Record<string, unknown> = {}): Promise<string[]> {
  const answer = await ask('dana', index, own);
  expect(answer.status).toBe(200);
  return pageTexts(answer.bytes);
}

describe('API-32, DEC-69: an approved version of a purchase order', () => {
  test('API-32, RP-03, DEC-69: it is returned as a PDF at once, under the name of the order', async () => {
    const { status, headers, bytes } = await ask('dana', 0);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="PO_${orderNumber(order)}.pdf"`,
    ]);
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
    expect(sent.pdf).toEqual([]);
  });

  test('DEC-69: index 0 is the first full approval, without later changes', async () => {
    const pages = await pagesOf(0);
    const text = pages.join(' ');
    expect(pages[0]).toContain(`PURCHASE ORDER ART-${order.poNumber} Approved Version 1 of 2 · approved`);
    for (const part of [
      'Sofas only',
      '1 Sofas 6100 3 $100.00 $300.00',
      'Total USD $300.00',
      'the first quote',
    ])
      expect(text).toContain(part);
    for (const part of ['Lamps', 'Sofas and lamps', 'Change Order', 'the second quote', 'First remark'])
      expect(text).not.toContain(part);
    expect(pages[0]).toMatch(/Step 2 .*(Lena|Luis) Stone.* Approved/);
  });

  test('DEC-69: index 1 is the change order with its additions', async () => {
    const pages = await pagesOf(1);
    expect(pages[0]).toContain('Approved Change Order 1 Version 2 of 2 · approved');
    expect(pages[0]).toContain('Lamps Change Order 1');
    expect(pages[0]).toContain('Previously approved total $300.00 Change Order 1 $50.00 Total USD $350.00');
    expect(pages.join(' ')).toContain('First remark');
    expect(pages.slice(-2)).toEqual(['the first quote', 'the second quote']);
  });

  test('RP-03, DEC-49, PD-11: it uses the requested options and time zone', async () => {
    const options = { includePoHistory: false, includePoAttachments: false };
    expect(await pagesOf(0, { options })).toHaveLength(1);
    const [version] = order.approvalHistory;
    const inTokyo = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(version?.created ?? ''));
    expect((await pagesOf(0, { options, timeZone: 'Asia/Tokyo' }))[0]).toContain(inTokyo);
    const data = { docId: order.id, showId: 'alpha1', options };
    const beside = await postForBytes('dana', path, {
      data,
      purchaseOrderApprovalHistoryIndex: 0,
      timeZone: 'Asia/Tokyo',
    });
    expect((await pageTexts(beside.bytes))[0]).toContain(inTokyo);
  });

  test('DEC-26, DEC-69: an open change order does not affect the PDF of an approved version', async () => {
    const mine = await approved('dana', { description: 'Plain benches' });
    const before = await pagesOf(0, { docId: mine.id });
    const { body } = await adjust('dana', mine.id);
    const saved = await save('dana', body, {
      description: 'Not approved by anybody',
      vendorContact: 'Another Contact',
      shipToAddressId: null,
      billToAddressId: null,
      category: null,
      lineItems: oneMoreLine(body),
    });
    expect(saved.status).toBe(200);
    expect(await pagesOf(0, { docId: mine.id })).toEqual(before);
  });

  test.each([2, -1, 0.5, 'x', null])('DEC-69: index %s is 400', async (index) => {
    expect((await ask('dana', index)).status).toBe(400);
  });

  test('DEC-13, API-32: a user who may not see the order gets no version of it', async () => {
    expect((await ask('otto', 0)).status).toBe(404);
    expect((await ask('dana', 0, { docId: 'alpha1_none' })).status).toBe(404);
  });

  test('DEC-69: versions of an order that was voided since show that', async () => {
    const voided = await approved('dana');
    expect((await action('abel', 'void', voided, { reason: 'Wrong vendor' })).status).toBe(200);
    const [page = ''] = await pagesOf(0, { docId: voided.id });
    expect(page).toMatch(/Approved Version 1 of 1 · approved .* · voided later .*VOID/);
    expect(page).not.toContain('THIS PO IS NOT VALID');
  });
});
