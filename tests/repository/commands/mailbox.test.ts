import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMailbox } from '../../../scripts/server/mailbox.mjs';

const folder = mkdtempSync(join(tmpdir(), 'backlot-mail-'));
const mail = {
  messageId: '<abc@backlot.example>',
  subject: 'PO <b>#42</b> & more',
  from: 'Backlot <no-reply@backlot.example>',
  to: ['ann@b.example'],
  cc: ['cc@b.example'],
  sentAt: '2026-11-21T15:00:00.000Z',
  attachments: [{ filename: 'PO "42".pdf', contentType: 'application/pdf', size: 2048 }],
  text: 'As <text>',
  html: '<html><head></head><body><a href="https://b.example/set">As a page</a></body></html>',
};

/** The list of the local mail service, as the product serves it. */
const product = createServer((request, response) => {
  const id = new URL(request.url ?? '', 'http://x').searchParams.get('email_id');
  const known = id === null || id === mail.messageId;
  response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ result: id === null ? [mail] : mail }));
});
let mailbox: Awaited<ReturnType<typeof serveMailbox>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'run-1/email-attachment'), { recursive: true });
  writeFileSync(join(folder, 'run-1/email-attachment/abc@backlot.example-1.pdf'), '%PDF-1.7');
  await new Promise<void>((resolve) => {
    product.listen(0, '127.0.0.1', resolve);
  });
  const { port } = product.address() as AddressInfo;
  mailbox = await serveMailbox({ product: `http://127.0.0.1:${port}`, files: folder });
});

afterAll(() => {
  mailbox.stop();
  product.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(path: string) {
  const response = await fetch(mailbox.address + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const id = encodeURIComponent(mail.messageId);

test('locally sent e-mail is listed and shown as its recipient sees it', async () => {
  const list = await get('/');
  expect(list.text).toContain('PO &lt;b&gt;#42&lt;/b&gt; &amp; more');
  expect(list.text).toContain('ann@b.example, cc@b.example');
  const letter = await get(`/mail?id=${id}`);
  expect(letter.text).toContain('As &lt;text&gt;');
  expect(letter.text).toContain('PO &quot;42&quot;.pdf');
  // Links open outside of the mailbox; the rest is unchanged.
  const body = '<body><a href="https://b.example/set">As a page</a></body>';
  expect((await get(`/html?id=${id}`)).text).toBe(`<html><head><base target="_blank"></head>${body}</html>`);
  const answer = await fetch(`${mailbox.address}/html?id=${id}`);
  const rules = answer.headers.get('content-security-policy') ?? '';
  expect(rules).toContain("default-src 'none'");
  expect(rules).toMatch(/sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/);
});

test('an attachment is served as it was sent, and a missing one is not found', async () => {
  expect(await get(`/attachment?id=${id}&number=1`)).toEqual({
    status: 200,
    type: 'application/pdf',
    text: '%PDF-1.7',
  });
  for (const path of [
    `/attachment?id=${id}&number=2`,
    `/attachment?id=${id}&number=0`,
    `/attachment?id=${encodeURIComponent('../../etc')}&number=1`,
    '/mail?id=none',
    '/anything',
  ])
    expect((await get(path)).status, path).toBe(404);
});
