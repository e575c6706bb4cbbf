import { createMiddleware } from 'hono/factory';
import { BooksRefusal, type SandboxEnv } from './env.ts';

/** Seconds that a client's clock may differ from ours. */
const clockWindow = 300;
const encoder = new TextEncoder();

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** DEC-61: nothing is read and nothing is posted without a signature over exactly this request, made just now. */
export const signed = createMiddleware<{ Bindings: SandboxEnv }>(async (context, next) => {
  const timestamp = context.req.header('X-Backlot-Timestamp') ?? '';
  const given = context.req.header('X-Backlot-Signature') ?? '';
  const mac = given.startsWith('v1=') ? bytesOf(given.slice(3)) : null;
  if (mac === null || !/^\d{1,12}$/.test(timestamp))
    throw new BooksRefusal(401, 'The request is not signed.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > clockWindow) {
    throw new BooksRefusal(401, 'The request was signed too long ago, or its clock is wrong.');
  }
  const url = new URL(context.req.url);
  const text = [
    context.req.method,
    url.pathname + url.search,
    timestamp,
    context.req.header('Idempotency-Key') ?? '',
    await sha256Hex(await context.req.text()),
  ].join('\n');
  const secret = encoder.encode(context.env.ACCOUNTING_SECRET);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  if (!(await crypto.subtle.verify('HMAC', key, mac, encoder.encode(text)))) {
    throw new BooksRefusal(401, 'The signature does not match the request.');
  }
  await next();
});
