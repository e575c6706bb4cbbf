import { createMiddleware } from 'hono/factory';
import { BooksRefusal, type SandboxEnv } from './env.ts';

/** Allowed difference between the client's clock and ours, in seconds. */
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

/** Every request needs a current signature over exactly its content (DEC-61). */
export const requireSignature = createMiddleware<{ Bindings: SandboxEnv }>(async (context, next) => {
  const timestamp = context.req.header('X-Backlot-Timestamp') ?? '';
  const signature = context.req.header('X-Backlot-Signature') ?? '';
  const mac = signature.startsWith('v1=') ? bytesOf(signature.slice(3)) : null;
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
