#!/usr/bin/env node
/**
 * What a program can do with Backlot, in plain Node.
 *
 *   export BACKLOT_URL=https://backlot.example.com BACKLOT_TOKEN=backlot_pat_... BACKLOT_SHOW=nlite
 *   node backlot.mjs waiting                     what waits for your approval
 *   node backlot.mjs order order.json quote.pdf  a draft purchase order with a file attached
 *   node backlot.mjs pdf <id> order.pdf          the PDF of a purchase order
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

const { BACKLOT_URL = '', BACKLOT_TOKEN = '', BACKLOT_SHOW = '' } = process.env;

/** How often a call is sent when Backlot is busy or the connection breaks. */
const attempts = 4;

/**
 * One call. A write has an idempotency key, so that sending it again does not do it again.
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, form?: FormData, key?: string }} [call]
 * @returns {Promise<Response>}
 */
async function send(method, path, { body, form, key } = {}) {
  const url = new URL(path, BACKLOT_URL);
  url.searchParams.set('showId', BACKLOT_SHOW);
  /** @type {Record<string, string>} */
  const headers = { authorization: `Bearer ${BACKLOT_TOKEN}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = key ?? crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { method, headers, body: form ?? JSON.stringify(body) }).catch(
      () => null,
    );
    if (answer?.ok) return answer;
    const isBusy = !answer || answer.status === 429 || answer.status === 503;
    if (!isBusy || attempt === attempts) throw await refusal(answer, `${method} ${path}`);
    await wait(Number(answer?.headers.get('retry-after') ?? 2 ** attempt));
  }
}

/**
 * Why a call was refused: the code is one of a closed list, `errors` has one for each rule.
 * @param {Response | null} answer
 * @param {string} call
 */
async function refusal(answer, call) {
  const { code = 'no answer', message = '', errors = [] } = (await answer?.json().catch(() => null)) ?? {};
  return new Error([`${call}: ${code}`, message, ...errors].filter(Boolean).join(', '));
}

/** @param {number} seconds */
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
/** @param {string} path */
const get = async (path) => (await send('GET', path)).json();

/** What waits for the owner of the token, page by page. */
async function waiting() {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const answer = await send('POST', `/api/pos/filter?persona=APPROVER&page=${page}&count=200`, {
      body: { showId: BACKLOT_SHOW, poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
    });
    const { poS, total } = await answer.json();
    rows.push(...poS);
    if (poS.length === 0 || rows.length >= total) break;
  }
  if (rows.length === 0) console.error('Nothing waits for your approval.');
  for (const { id, prefix, poNumber, vendor, totalCost, currency, description } of rows)
    console.log(
      [id, `${prefix}${prefix && '-'}${poNumber}`, vendor.name, totalCost, currency, description].join('\t'),
    );
}

/**
 * What a purchase order refers to, by the names that people use.
 * @param {{ vendor: string, department: string }} wanted
 */
async function references({ vendor, department }) {
  const [departments, [company], [match]] = await Promise.all([
    get('/api/departments'),
    get('/api/companies'),
    get(`/api/vendors?id=${BACKLOT_SHOW}&search=${encodeURIComponent(vendor)}`),
  ]);
  if (!match) throw new Error(`no vendor ${vendor}`);
  const { addresses } = await get(`/api/vendors/${match.id}/details`);
  const [currency] = company.project_company_currencies;
  return {
    vendor: match,
    vendorAddress: addresses[0] ?? null,
    department: departments.find((/** @type {{ name: string }} */ one) => one.name === department) ?? null,
    projectCompanyExternalId: company.projectCompanyExternalId,
    currency: currency.iso_currency_code,
    projectCompanyCurrencyExternalId: currency.external_id,
  };
}

/**
 * Uploads a file; it belongs to nothing until a document names it.
 * @param {string} path
 * @param {Buffer<ArrayBuffer>} bytes
 * @param {string} key
 */
async function upload(path, bytes, key) {
  const form = new FormData();
  form.set('file', new File([bytes], basename(path)));
  return (await send('POST', '/files/po/attachment', { form, key })).json();
}

/**
 * A draft from a file, with another file attached. The keys are made of both: the same order with the same file is raised
 * once, however often this runs.
 * @param {string} file
 * @param {string} [attached]
 */
async function order(file, attached) {
  const text = await readFile(file, 'utf8');
  const { vendor, department, lines, ...rest } = JSON.parse(text);
  const bytes = attached === undefined ? null : await readFile(attached);
  const key = (/** @type {string} */ what) =>
    createHash('sha256')
      .update(`${what}\n${text}`)
      .update(bytes ?? '')
      .digest('hex');
  const quote = attached !== undefined && bytes ? await upload(attached, bytes, key('file')) : null;
  const body = {
    showId: BACKLOT_SHOW,
    ...rest,
    ...(await references({ vendor, department })),
    lineItems: lines.map((/** @type {object} */ line, /** @type {number} */ n) => ({
      keyId: key(`line ${n}`),
      ...line,
    })),
    attachments: quote ? [{ attachmentId: quote.attachmentId, label: quote.label }] : [],
  };
  const made = await (await send('POST', '/api/pos', { body, key: key('order') })).json();
  console.log([made.id, made.poNumber, made.totalCost, made.currency, made.submissionStatus].join('\t'));
}

/**
 * Has the PDF made, waits for it, and keeps it.
 * @param {string} id
 * @param {string} path
 */
async function pdf(id, path) {
  const body = { docId: id, docType: 'PO', showId: BACKLOT_SHOW, userId: 'me' };
  const begun = await (await send('POST', '/api/reports/pdf/generate', { body })).json();
  for (;;) {
    const { data } = await get(`/api/reports/pdf/download/${begun.data.taskId}`);
    if (data.status === 'error') throw new Error(data.error);
    if (data.status === 'success') {
      const answer = await send('GET', data.downloadUrl);
      await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
      console.log([path, data.fileName].join('\t'));
      return;
    }
    await wait(1);
  }
}

const [command = '', first = '', second] = process.argv.slice(2);
const commands = {
  waiting,
  order: () => order(first, second),
  pdf: () => pdf(first, second ?? `${first}.pdf`),
};
const chosen = Object.entries(commands).find(([name]) => name === command)?.[1];
try {
  if (!BACKLOT_URL || !BACKLOT_TOKEN || !BACKLOT_SHOW)
    throw new Error('Set BACKLOT_URL, BACKLOT_TOKEN and BACKLOT_SHOW.');
  if (!chosen || (command !== 'waiting' && first === ''))
    throw new Error('waiting | order <file> [<attachment>] | pdf <id> [<file>]');
  await chosen();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
