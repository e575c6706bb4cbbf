/**
 * 100 PDFs that several people ask for at once, and the same with the browser killed three times in the middle: every
 * task ends in success (PD-27, DEC-55). The real product: `node battery/served/pdfs.ts`. Exits 1 when anything is not so.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import type { DocType } from '../../domain/document.ts';
import type { InvoiceList } from '../../domain/invoices/invoice.ts';
import type { PaymentList } from '../../domain/payments/payment.ts';
import type { PurchaseOrderList } from '../../domain/purchase-orders/purchase-order.ts';
import { askForPdf, fileOf, pdfTask } from '../../tests/e2e/support/data/made-pdf.ts';
import { qpdfCheck } from '../../tests/e2e/support/data/pdf.ts';
import { person, type Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct, until, type Product } from './product.ts';

const total = Number(process.argv[2] ?? 100);
const showId = 'nlite';
/** What all of them may take together on four cores that have nothing else to do. */
const limitSeconds = 60;
/** A task is tried again after seconds, or by the sweep after its lease. */
const timeoutMs = 10 * 60_000;
/** When so many parts of all have ended, the browser is killed. */
const deaths = [0.25, 0.5, 0.75];

const wrong: string[] = [];
const load = () => loadavg()[0]?.toFixed(1) ?? '';

interface Reader {
  who: Person;
  docType: DocType;
  /** Documents that this person may see. */
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

/** Five people of the demo, who share all documents among them: three fifths of them purchase orders. */
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
  sound: number;
  failed: number;
}

/** Everybody asks for everything at once; each person then waits for one file after the other. */
async function round(
  product: Product,
  people: readonly Reader[],
  during: (ended: () => number) => Promise<void>,
): Promise<Round> {
  const begin = Date.now();
  const files: { who: Person; downloadUrl: string | null }[] = [];
  let failed = 0;
  const wait = async ({ who, docType, ids }: Reader) => {
    const tasks = await Promise.all(ids.map((id) => askForPdf(who, { docType, id, showId })));
    for (const taskId of tasks) {
      let task = await pdfTask(who, taskId);
      for (; task.status === 'in_progress'; task = await pdfTask(who, taskId)) {
        if (Date.now() - begin > timeoutMs) throw new Error(`Task ${taskId} does not end`);
        await pause(250);
      }
      if (task.status === 'success') files.push({ who, downloadUrl: task.downloadUrl });
      else failed += 1;
    }
  };
  await Promise.all([...people.map(wait), during(() => files.length + failed)]);
  const seconds = Math.round((Date.now() - begin) / 100) / 10;
  let sound = 0;
  for (const { who, downloadUrl } of files) {
    const { exitCode } = await qpdfCheck(await fileOf(product.address(), who, { downloadUrl }));
    if (exitCode === 0) sound += 1;
  }
  return { seconds, asked: total, sound, failed };
}

/** Kills the browser that is at work, three times; answers how many died. */
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

/** What it cost: messages that came again, and documents that were begun a second time in the same one. */
function costs(product: Product): { retries: number; begunAgain: number } {
  const died = product.logged('browser died') + product.logged('browser has gone');
  return { retries: product.logged('pdf', 'again'), begunAgain: died };
}

async function battery(product: Product): Promise<void> {
  await product.start();
  const people = await readers(product.address());
  const before = load();
  const quiet = await round(product, people, async () => undefined);
  const quietCosts = costs(product);
  let killed = 0;
  const between = load();
  const disturbed = await round(product, people, async (ended) => {
    killed = await killBrowsers(product, ended);
  });
  const after = costs(product);
  const rows = {
    'in peace': { load: before, ...quiet, browsersKilled: 0, ...quietCosts },
    'browser killed': {
      load: between,
      ...disturbed,
      browsersKilled: killed,
      retries: after.retries - quietCosts.retries,
      begunAgain: after.begunAgain - quietCosts.begunAgain,
    },
  };
  console.table(rows);
  for (const [name, { sound, failed }] of Object.entries(rows))
    if (sound !== total || failed > 0)
      wrong.push(`${name}: ${sound} of ${total} are sound, ${failed} failed`);
  if (quiet.seconds > limitSeconds)
    wrong.push(`in peace: ${quiet.seconds} s are more than ${limitSeconds} (load ${before})`);
  if (killed < deaths.length) wrong.push(`only ${killed} browsers were killed`);
  if (rows['browser killed'].retries + rows['browser killed'].begunAgain === 0)
    wrong.push('the deaths of the browsers cost nothing: they were not at work');
}

const product = await freshProduct();
try {
  await battery(product);
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
console.log(wrong.length === 0 ? `all ${2 * total} PDFs were made` : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
