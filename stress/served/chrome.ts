/**
 * Creates PDFs while Chrome is killed, hangs once, hangs at its start or at work, does not start, or renders text that
 * would fetch resources (PD-22, PD-27): every task ends within 120 seconds, as success or as a reported failure, and
 * nothing is requested from the network. Serves the real product: `node stress/served/chrome.ts`; then runs mutants
 * that must be found. Exits 1 on a violation.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import { requestPdf, getPdfTask } from '../../tests/e2e/support/data/pdf-tasks.ts';
import { createDraftOrder } from '../../tests/e2e/support/data/orders.ts';
import { person, showId, type Person } from '../../tests/e2e/support/environment/person.ts';
import type { Patch } from '../simulator/patch.ts';
import { onLoopback } from './loopback.ts';
import { freshProduct, type Product } from './product.ts';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';

const limitMs = 120_000;

interface Row {
  asked: number;
  success: number;
  failed: number;
  stuck: number;
  slowestSeconds: number;
}

interface Scene {
  name: string;
  tasks: number;
  /** Expected result of every task. With `failed`, a success means that the fault came too late. */
  must: 'success' | 'failed' | 'end';
  /** Disturbs the browsers until `isOver`. */
  trouble: (product: Product, isOver: () => boolean) => Promise<void>;
}

/** Sends the signal to every browser of that age, to `most` of them. */
function signalBrowsers(signal: NodeJS.Signals, most: number, ageMs = 0): Scene['trouble'] {
  return async (product, isOver) => {
    const seen = new Map<number, number>();
    const hit = new Set<number>();
    while (!isOver()) {
      for (const pid of product.browsers()) {
        const since = seen.get(pid) ?? Date.now();
        seen.set(pid, since);
        if (hit.has(pid) || hit.size >= most || Date.now() - since < ageMs) continue;
        hit.add(pid);
        send(pid, signal);
      }
      await pause(20);
    }
    // A stopped process never ends by itself.
    for (const pid of hit) send(pid, 'SIGKILL');
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

const undisturbed: Scene = { name: 'well', tasks: 4, must: 'success', trouble: async () => undefined };
const scenes: readonly Scene[] = [
  { name: 'killed', tasks: 6, must: 'success', trouble: signalBrowsers('SIGKILL', 1) },
  { name: 'hangs', tasks: 6, must: 'success', trouble: signalBrowsers('SIGSTOP', 1) },
  undisturbed,
  { name: 'refuses', tasks: 4, must: 'failed', trouble: signalBrowsers('SIGKILL', Infinity) },
  // The local platform runs one task at a time; the others start when it has ended.
  { name: 'never starts', tasks: 4, must: 'failed', trouble: signalBrowsers('SIGSTOP', Infinity) },
  { name: 'hangs at work', tasks: 4, must: 'failed', trouble: signalBrowsers('SIGSTOP', Infinity, 1_500) },
  { ...undisturbed, name: 'well again' },
];

const wrong: string[] = [];

async function runScene(product: Product, who: Person, ids: readonly string[], scene: Scene): Promise<Row> {
  const { name, tasks, must, trouble } = scene;
  let isOver = false;
  const troubled = trouble(product, () => isOver);
  const row: Row = { asked: tasks, success: 0, failed: 0, stuck: 0, slowestSeconds: 0 };
  await Promise.all(
    Array.from({ length: tasks }, async (_one, n) => {
      const began = Date.now();
      const taskId = await requestPdf(who, { docType: 'PO', id: ids[n % ids.length] ?? '', showId });
      let task = await getPdfTask(who, taskId);
      while (task.status === 'in_progress' && Date.now() - began < limitMs) {
        await pause(500);
        task = await getPdfTask(who, taskId);
      }
      row.slowestSeconds = Math.max(row.slowestSeconds, Math.round((Date.now() - began) / 1000));
      if (task.status === 'success') row.success += 1;
      else if (task.status === 'error' && task.error) row.failed += 1;
      else row.stuck += 1;
    }),
  );
  isOver = true;
  await troubled;
  if (row.stuck > 0)
    wrong.push(`${name}: ${row.stuck} of ${tasks} tasks did not end within ${limitMs / 1000} s`);
  if (must !== 'end' && row[must] < tasks)
    wrong.push(`${name}: ${row.success} of ${tasks} were made, ${row.failed} failed`);
  return row;
}

interface Listener {
  address: string;
  heard: string[];
  close: () => void;
}

/** Records every request to it. */
async function listener(): Promise<Listener> {
  const heard: string[] = [];
  const place = await onLoopback((request, response) => {
    heard.push(request.url ?? '');
    response.end();
  });
  return { ...place, heard };
}

/** Markup that would make a page fetch something. */
function lureMarkup(address: string, from: string): string[] {
  const at = (what: string) => `${address}/${from}/${what}`;
  return [
    `<img src="${at('img')}">`,
    `<link rel="stylesheet" href="${at('css')}">`,
    `<style>@import url("${at('import')}"); body { background: url(${at('background')}) }</style>`,
    `<iframe src="${at('frame')}"></iframe><object data="${at('object')}"></object>`,
    `<script src="${at('script')}"></script><video poster="${at('poster')}" src="${at('video')}"></video>`,
    `<svg><image href="${at('svg')}"/><use href="${at('use')}#a"/></svg>`,
    `<meta http-equiv="refresh" content="0;url=${at('refresh')}"><base href="${at('base')}/">`,
    `<a href="${at('link')}" ping="${at('ping')}">open</a><link rel="prefetch" href="${at('prefetch')}">`,
  ];
}

/** Creates an order whose texts, notes and file name would each make a page fetch something. */
async function createLureOrder(who: Person, address: string): Promise<string> {
  const all = lureMarkup(address, 'text').join('');
  const attachmentId = await who.upload(
    'plan.pdf',
    new Uint8Array([...'%PDF-1.4'].map((c) => c.charCodeAt(0))),
  );
  const { id } = await createDraftOrder(
    { api: who },
    {
      description: all.slice(0, 250),
      attachments: [{ attachmentId, label: lureMarkup(address, 'label')[0] }],
    },
  );
  for (const content of lureMarkup(address, 'note'))
    await who.post(`/api/pos/${id}/notes?showId=${showId}`, { content, keyId: crypto.randomUUID() });
  return id;
}

interface RequestCounts {
  heard: number;
  intercepted: number;
  made: number;
}

/** Prints the order. Returns the network requests seen by the listener and by the interception in front of the page. */
async function countRequests(product: Product, who: Person, scene: Scene): Promise<RequestCounts> {
  const net = await listener();
  try {
    const id = await createLureOrder(who, net.address);
    const { success } = await runScene(product, who, [id], scene);
    await pause(1_000);
    const intercepted = product.logged('page network request blocked');
    return { heard: net.heard.length, intercepted, made: success };
  } finally {
    net.close();
  }
}

async function served<Done>(
  patches: readonly Patch[],
  work: (product: Product, who: Person) => Promise<Done>,
) {
  const product = await freshProduct({ patches });
  try {
    await product.start();
    const request = await requests.newContext({ baseURL: product.address() });
    const who = await person(request, product.address(), 'dana@backlot.example', showId);
    await request.dispose();
    return await work(product, who);
  } finally {
    await product.end();
  }
}

async function runCheck(product: Product, who: Person): Promise<void> {
  const { poS } = await who.post<PurchaseOrderList>(`/api/pos/filter?showId=${showId}&page=1&count=6`, {
    showId,
  });
  const ids = poS.map(({ id }) => id);
  const rows: Record<string, Row> = {};
  for (const scene of scenes) rows[scene.name] = await runScene(product, who, ids, scene);
  console.table(rows);
  const { heard, intercepted, made } = await countRequests(product, who, {
    ...undisturbed,
    name: 'lured',
    tasks: 1,
  });
  console.log(
    `out of a page that is full of lures: ${heard} requests heard, ${intercepted} intercepted, ${made} made`,
  );
  if (heard + intercepted > 0) wrong.push(`lured: ${heard} requests left a page, ${intercepted} were tried`);
}

/** Slow enough that a browser stopped at this moment hangs at work, on any machine. */
const slow: Patch = {
  file: 'functions/edges/pdf/browser-renderer.ts',
  find: "  await page.setContent(job.html, { waitUntil: 'load' });",
  replace: `  await new Promise((done) => setTimeout(done, 3_000));
  await page.setContent(job.html, { waitUntil: 'load' });`,
};
const raw: Patch = {
  file: 'functions/edges/pdf/document/approvals-and-history.tsx',
  find: '<p dir="auto">{note.content}</p>',
  replace: '<p dangerouslySetInnerHTML={{ __html: note.content }} />',
};
const noPolicy: Patch = {
  file: 'functions/edges/pdf/document/html-page.tsx',
  find: `const policy = "default-src 'none';`,
  replace: `const policy = "default-src * 'unsafe-inline';`,
};
const noPolicyForPictures: Patch = {
  file: 'functions/edges/pdf/document/html-page.tsx',
  find: 'font-src data:; img-src data:"',
  replace: 'font-src *; img-src *"',
};
const noInterception: Patch = {
  file: 'functions/edges/pdf/browser-renderer.ts',
  find: `url.startsWith('data:') || url.startsWith('about:');`,
  replace: 'true as boolean;',
};
const online: Patch = {
  file: 'functions/edges/pdf/browser-renderer.ts',
  find: 'await page.setOfflineMode(true);',
  replace: '',
};

/** Each mutant must be found; otherwise this check could not see a request at all. */
async function countMissed(): Promise<number> {
  let missed = 0;
  const report = (isFound: boolean, name: string, how: string) => {
    if (!isFound) missed += 1;
    console.log(`  ${isFound ? 'found' : 'NOT FOUND'}  ${name} (${how})`);
  };
  const scene: Scene = { ...undisturbed, name: 'lured', tasks: 1, must: 'end' };
  const unprotected = await served(
    [raw, noPolicy, noPolicyForPictures, noInterception, online],
    (product, who) => countRequests(product, who, scene),
  );
  report(
    unprotected.heard > 0,
    'nothing keeps what is typed from the network',
    `${unprotected.heard} requests heard`,
  );
  const one = await served([raw, noPolicy, noPolicyForPictures], (product, who) =>
    countRequests(product, who, scene),
  );
  const isHeld = one.heard === 0 && one.intercepted > 0;
  report(
    isHeld,
    'what is typed is not escaped, and only one protection is left',
    `${one.intercepted} intercepted, ${one.heard} heard`,
  );
  return missed;
}

console.log(`load ${loadavg()[0]?.toFixed(1)}`);
await served([slow], runCheck);
for (const sentence of wrong) console.error(sentence);
const missed = await countMissed();
const isGood = wrong.length === 0 && missed === 0;
console.log(isGood ? 'every task ended, and nothing left a page' : 'not as it should be');
process.exitCode = isGood ? 0 : 1;
