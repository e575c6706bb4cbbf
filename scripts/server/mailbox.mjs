import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { mailPage, listPage } from './mailbox-pages.mjs';

/**
 * @typedef {{ filename: string, contentType: string, size: number }} Attachment
 * @typedef {{ messageId: string, subject: string, from: string, to?: string[], cc?: string[], bcc?: string[],
 *   sentAt: string, attachments: Attachment[], text?: string, html?: string }} Mail
 */

const host = '127.0.0.1';
const listed = 100;

/** Prevents scripts and requests of a mail; a clicked link opens a window. */
const contentPolicy = [
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Links open outside of the frame that shows the mail. */
const linkTarget = '<base target="_blank">';

/**
 * Shows the mails that the local product has sent: a list, each mail as its recipient sees it, and attachments.
 * @param {{ product: string, files: string, port?: number }} options `product`: its address; `files`: where the local
 *   mail service leaves what was attached, one folder a run
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function serveMailbox({ product, files, port = 0 }) {
  const server = createServer((request, response) => void reply(request, response, { product, files }));
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  const at = server.address();
  return {
    address: `http://${host}:${typeof at === 'object' && at ? at.port : port}`,
    stop: () => void server.close(),
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ product: string, files: string }} from
 */
async function reply(request, response, from) {
  const failed = { status: 502, type: 'text/plain', body: 'Backlot does not answer.' };
  const url = new URL(request.url ?? '/', `http://${host}`);
  const { status = 200, type, body } = await answer(url, from).catch(() => failed);
  response.writeHead(status, {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    ...(type.startsWith('text/') && { 'Content-Security-Policy': contentPolicy }),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

/**
 * @param {URL} url
 * @param {{ product: string, files: string }} from
 * @returns {Promise<{ status?: number, type: string, body: string | Buffer }>}
 */
async function answer(url, { product, files }) {
  const missing = { status: 404, type: 'text/plain', body: 'There is no such mail.' };
  const id = url.searchParams.get('id') ?? '';
  if (url.pathname === '/') {
    return { type: 'text/html', body: listPage(await fetchMails(product, `per_page=${listed}`)) };
  }
  /** @type {Mail | null} */
  const mail = await fetchMails(product, `email_id=${encodeURIComponent(id)}`).catch(() => null);
  if (!mail) return missing;
  if (url.pathname === '/mail') return { type: 'text/html', body: mailPage(mail) };
  if (url.pathname === '/html') {
    return { type: 'text/html', body: (mail.html ?? '').replace(/<head[^>]*>/i, `$&${linkTarget}`) };
  }
  if (url.pathname !== '/attachment') return missing;
  const number = Number(url.searchParams.get('number'));
  const attachment = mail.attachments[number - 1];
  const body = attachment && (await attached(files, mail.messageId, number));
  // As HTML, an attached page would run with our origin.
  const type = attachment?.contentType === 'application/pdf' ? 'application/pdf' : 'application/octet-stream';
  return body ? { type, body } : missing;
}

/**
 * @param {string} product
 * @param {string} query
 */
async function fetchMails(product, query) {
  const response = await fetch(`${product}/cdn-cgi/local/explorer/api/local/email/sending?${query}`);
  if (!response.ok) throw new Error(String(response.status));
  /** @type {any} */
  const { result } = await response.json();
  return result;
}

/**
 * Returns the content of an attachment: the local mail service stores it by the mail's id and its index.
 * @param {string} files
 * @param {string} messageId
 * @param {number} number from 1
 */
async function attached(files, messageId, number) {
  const name = `${messageId.replace(/^<|>$/g, '')}-${number}.`;
  const entries = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.find((entry) => entry.isFile() && entry.name.startsWith(name));
  return found ? readFile(join(found.parentPath, found.name)) : null;
}
