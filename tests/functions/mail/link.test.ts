import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { messageLimit, messageSize } from '#edges/mail/send-mail';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { as, create } from '../../support/worker/fixtures/client.ts';
import {
  requestMail,
  deliverDocumentMails,
  mailedHistory,
  mailRows,
} from '../../support/worker/fixtures/mail.ts';
import { heavyPdf, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  fetchWorker,
  forgetSent,
  openStudio,
  sent,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { DownloadLink } from '#domain/documents/file-response';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

const day = 24 * 60;

async function withFile(bytes: number): Promise<PurchaseOrder> {
  return create('dana', { attachments: [await uploaded('dana', 'po', 'boards.pdf', await heavyPdf(bytes))] });
}

const linkIn = (text: string | undefined) =>
  /https:\/\/app\.backlot\.test(\/pages\/pdf\/\S+)/.exec(text ?? '')?.[1];
const visit = (path: string) => fetchWorker(new Request(`https://app.backlot.test${path}`));
const linksOf = (name: 'dana' | 'ada' | 'wendy' | 'ivan', id: string) =>
  as(name).get<{ links: DownloadLink[] }>(
    `/api/reports/email-pdf/links?showId=alpha1&docType=PO&docId=${id}`,
  );

/** Sends a document as a link and returns the path for its recipients. */
async function mailedLink(): Promise<{ po: PurchaseOrder; path: string }> {
  const po = await withFile(6_000_000);
  await requestMail(po.id);
  const [mail] = await deliverDocumentMails();
  return { po, path: linkIn(mail?.text) ?? '' };
}

describe('a PDF that is too large for an e-mail', () => {
  test('DEC-57: below the limit the PDF is attached, and the whole message is within the limit of the mail service', async () => {
    const { id } = await withFile(3_000_000);
    await requestMail(id);
    const [mail] = await deliverDocumentMails();
    expect(mail?.attachments?.[0]?.content.byteLength).toBeGreaterThan(2_900_000);
    expect(mail && messageSize(mail)).toBeLessThan(messageLimit);
    expect(linkIn(mail?.text)).toBeUndefined();
  });

  test('DEC-57: above the limit a link leads to a page that serves only this document, without a session', async () => {
    const { po, path } = await mailedLink();
    const [mail, ...others] = sent.mail;
    expect(others).toEqual([]);
    expect(mail?.attachments).toBeUndefined();
    expect(mail?.html).toContain(path);
    expect(await mailedHistory('dana', 'pos', po.id)).toMatchObject([
      { isSuccessful: true, sendType: 'EMAIL' },
    ]);

    const page = await visit(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain(`PO #${orderNumber(po)}`);
    const [, href = ''] = /class="button" href="([^"]+)"/.exec(html) ?? [];
    const file = await visit(href);
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="PO_${orderNumber(po)}.pdf"`,
    ]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.byteLength).toBeGreaterThan(5_900_000);
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(1);
  });

  test('DEC-57: links cannot be guessed, and stored rows and lists do not open them', async () => {
    const { po, path } = await mailedLink();
    const token = path.split('/').at(-1) ?? '';
    expect(token).toMatch(/^alpha1_[\w-]{43}$/);
    const [row] = await sql.alpha`SELECT * FROM mailed_links WHERE document_id = ${po.id}`;
    const listed = await linksOf('dana', po.id);
    expect(JSON.stringify([row, listed.body])).not.toContain(token.slice('alpha1_'.length));
    const wrong = [
      `/pages/pdf/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `/pages/pdf/${token.replace('alpha1', 'bravo2')}`,
      `/pages/pdf/${String(row?.['id'])}`,
      `/pages/pdf/${String(row?.['token_hash'])}`,
      '/pages/pdf/alpha1_',
      '/pages/pdf/nonsense',
    ];
    for (const each of wrong) {
      const answer = await visit(each);
      expect([each, answer.status]).toEqual([each, 404]);
      expect(await answer.text()).toContain('This link is no longer available');
    }
    expect((await visit(`/pages/pdf/${token.slice(0, -1)}/${String(row?.['file_name'])}`)).status).toBe(404);
  });

  test('DEC-57: the sender or an admin revokes a link, which then opens nothing', async () => {
    const { po, path } = await mailedLink();
    const [link] = (await linksOf('dana', po.id)).body.links;
    expect(link).toEqual({
      id: expect.stringMatching(/^alpha1_/),
      fileName: `PO_${orderNumber(po)}.pdf`,
      created: expect.any(String),
      expires: expect.any(String),
      isRevocable: true,
    });
    const revoke = (name: 'dana' | 'ada' | 'wendy' | 'ivan') =>
      as(name).delete(`/api/reports/email-pdf/links/${link?.id}`);
    // Wendy sees every order; Ivan does not see this one.
    expect((await linksOf('wendy', po.id)).body.links).toMatchObject([{ isRevocable: false }]);
    expect((await linksOf('ivan', po.id)).status).toBe(404);
    expect([(await revoke('wendy')).status, (await revoke('ivan')).status]).toEqual([403, 404]);
    expect((await visit(path)).status).toBe(200);
    expect((await linksOf('ada', po.id)).body.links).toMatchObject([{ isRevocable: true }]);
    expect((await revoke('dana')).status).toBe(200);
    expect((await visit(path)).status).toBe(404);
    expect((await visit(`${path}/PO_${orderNumber(po)}.pdf`)).status).toBe(404);
    expect((await linksOf('dana', po.id)).body.links).toEqual([]);
    expect(await studioEnv.FILES.head(`mailed/${link?.id}`)).toBeNull();
    // Revoking again has no effect, and an admin may revoke, too.
    expect((await revoke('ada')).status).toBe(200);
  });

  test('DEC-57: a closed show serves no links', async () => {
    const { path } = await mailedLink();
    const open = (is: 0 | 1) => sql.directory`UPDATE shows SET is_active = ${is} WHERE id = 'alpha1'`;
    await open(0);
    expect((await visit(path)).status).toBe(404);
    await open(1);
    expect((await visit(path)).status).toBe(200);
  });

  test('DEC-57: without the address of the deployment the sending is refused', async () => {
    const { id } = await withFile(6_000_000);
    await requestMail(id);
    const homeless = { ...studioEnv, WEB_ORIGIN: '' };
    expect(await deliver('backlot-outbox', sent.outbox, homeless)).toEqual({ acknowledged: 1, retried: 0 });
    expect(sent.mail).toEqual([]);
    expect(await mailRows(id)).toMatchObject([{ error: 'The PDF is too large for an e-mail.' }]);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ isSuccessful: false }]);
  });

  // Last, since all sessions have expired by then.
  test('DEC-57: a link expires after 14 days, and nothing of it is stored', async () => {
    const { po, path } = await mailedLink();
    const [row] = await sql.alpha<{
      id: string;
      created_at: string;
      expires_at: string;
    }>`SELECT id, created_at, expires_at FROM mailed_links WHERE document_id = ${po.id}`;
    expect(Date.parse(row?.expires_at ?? '') - Date.parse(row?.created_at ?? '')).toBe(14 * day * 60_000);
    await sweepIn(14 * day - 5);
    expect((await visit(path)).status).toBe(200);
    expect(await studioEnv.FILES.head(`mailed/${row?.id}`)).not.toBeNull();
    await sql.alpha`UPDATE mailed_links SET expires_at = ${new Date(Date.now() - 1000).toISOString()}`;
    expect((await visit(path)).status).toBe(404);
    await sweepIn(0);
    expect(await sql.alpha`SELECT 1 FROM mailed_links`).toEqual([]);
    expect(await studioEnv.FILES.head(`mailed/${row?.id}`)).toBeNull();
  });
});
