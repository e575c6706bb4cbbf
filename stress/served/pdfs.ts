/**
 * Several users request 100 PDFs at once, then again while the browser is killed three times: every task succeeds
 * (PD-27, DEC-55). Serves the real product: `node stress/served/pdfs.ts`. Exits 1 on a violation.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import type { DocType } from '../../domain/document.ts';
import { requestPdf, downloadPdf, getPdfTask } from '../../tests/e2e/support/data/pdf-tasks.ts';
import { qpdfCheck } from '../../tests/e2e/support/data/pdf.ts';
import { person, type Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct, until, type Product } from './product.ts';
import type { InvoiceList } from '#domain/invoices/invoice-response';
import type { PaymentList } from '#domain/payments/payment-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';

const total = Number(process.argv[2] ?? 100);
const showId = 'nlite';
/** Limit for all of them on four idle cores. */
const limitSeconds = 60;
/** A task is retried after seconds, or by the sweep after its lease. */
const timeoutMs = 10 * 60_000;
/** Shares of ended tasks at which the browser is killed. */
const deaths = [0.25, 0.5, 0.75];

const wrong: string[] = [];
const machineLoad = () => loadavg()[0]?.toFixed(1) ?? '';

interface Reader {
  who: Person;
  docType: DocType;
  /** Documents that this user may see. */
  ids: string[];
}

async function idsSeenBy(who: Person, docType: DocType, count: number): Promise<string[]> {
  const path = (name: string) => `/api/${name}/filter?showId=${showId}&page=1&count=${count}`;
  const rows = {
    PO: async () => (await who.post<PurchaseOrderList>(path('pos'), { showId })).poS,
    INVOICE: async () => (await who.post<InvoiceList>(path('invoices'), { showId })).invoices,
    PAYMENT: async () => (await who.post<PaymentList>(path('payments'), { showId })).payments,
  };
  const found = (await rows[docType]()).map(({ id }) => id);
  if (found.length === 0) throw new Error(`There is no ${docType} to print`);
  return Array.from({ length: count }, (_one, n) => found[n % found.length] ?? '');
}

/** Returns five demo users who share all documents, three fifths of them purchase orders. */
async function readers(address: string): Promise<Reader[]> {
  const request = await requests.newContext({ baseURL: address });
  const wanted = [
    ['dana', 'PO'],
    ['hannah.moreau', 'PO'],
    ['sam', 'PO'],
    ['elena', 'INVOICE'],
    ['rosalind', 'PAYMENT'],
  ] as const;
  const found: Reader[] = [];
  for (const [n, [name, docType]] of wanted.entries()) {
    const who = await person(request, address, `${name}@backlot.example`, showId);
    const count = Math.floor((total + n) / wanted.length);
    found.push({ who, docType, ids: count === 0 ? [] : await idsSeenBy(who, docType, count) });
  }
  await request.dispose();
  return found;
}

interface Round {
  seconds: number;
  asked: number;
  successful: number;
  failed: number;
}

/** All users request all documents at once; each user then waits for one file after the other. */
async function round(
  product: Product,
  people: readonly Reader[],
  during: (ended: () => number) => Promise<void>,
): Promise<Round> {
  const begin = Date.now();
  const files: { who: Person; downloadUrl: string | null }[] = [];
  let failed = 0;
  const wait = async ({ who, docType, ids }: Reader) => {
    const tasks = await Promise.all(ids.map((id) => requestPdf(who, { docType, id, showId })));
    for (const taskId of tasks) {
      let task = await getPdfTask(who, taskId);
      for (; task.status === 'in_progress'; task = await getPdfTask(who, taskId)) {
        if (Date.now() - begin > timeoutMs) throw new Error(`Task ${taskId} does not end`);
        await pause(250);
      }
      if (task.status === 'success') files.push({ who, downloadUrl: task.downloadUrl });
      else failed += 1;
    }
  };
  await Promise.all([...people.map(wait), during(() => files.length + failed)]);
  const seconds = Math.round((Date.now() - begin) / 100) / 10;
  let successful = 0;
  for (const { who, downloadUrl } of files) {
    const { exitCode } = await qpdfCheck(await downloadPdf(product.address(), who, { downloadUrl }));
    if (exitCode === 0) successful += 1;
  }
  return { seconds, asked: total, successful, failed };
}

/** Kills the working browser three times. Returns the number of kills. */
async function killBrowsers(product: Product, ended: () => number): Promise<number> {
  let killed = 0;
  for (const part of deaths) {
    await until(`${part * 100} % have ended`, timeoutMs, async () => ended() >= part * total);
    let found: number[] = [];
    await until('a browser is at work', timeoutMs, async () => (found = product.browsers()).length > 0);
    for (const pid of found) process.kill(pid, 'SIGKILL');
    killed += found.length;
  }
  return killed;
}

/** Counts the costs: retried messages, and documents rendered twice within one message. */
function costs(product: Product): { retries: number; begunAgain: number } {
  const died = product.logged('browser crashed') + product.logged('browser disconnected');
  return { retries: product.logged('pdf', 'again'), begunAgain: died };
}

async function runCheck(product: Product): Promise<void> {
  await product.start();
  const people = await readers(product.address());
  const before = machineLoad();
  const quiet = await round(product, people, async () => undefined);
  const quietCosts = costs(product);
  let killed = 0;
  const between = machineLoad();
  const disturbed = await round(product, people, async (ended) => {
    killed = await killBrowsers(product, ended);
  });
  const after = costs(product);
  const rows = {
    'in peace': { machineLoad: before, ...quiet, browsersKilled: 0, ...quietCosts },
    'browser killed': {
      machineLoad: between,
      ...disturbed,
      browsersKilled: killed,
      retries: after.retries - quietCosts.retries,
      begunAgain: after.begunAgain - quietCosts.begunAgain,
    },
  };
  console.table(rows);
  for (const [name, { successful, failed }] of Object.entries(rows))
    if (successful !== total || failed > 0)
      wrong.push(`${name}: ${successful} of ${total} are sound, ${failed} failed`);
  if (quiet.seconds > limitSeconds)
    wrong.push(`in peace: ${quiet.seconds} s are more than ${limitSeconds} (load ${before})`);
  if (killed < deaths.length) wrong.push(`only ${killed} browsers were killed`);
  if (rows['browser killed'].retries + rows['browser killed'].begunAgain === 0)
    wrong.push('the deaths of the browsers cost nothing: they were not at work');
}

const product = await freshProduct();
try {
  await runCheck(product);
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
console.log(wrong.length === 0 ? `all ${2 * total} PDFs were made` : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
