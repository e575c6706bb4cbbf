/**
 * PDFs while Chrome is killed, hangs once, hangs at its start or its work, refuses to start, and is handed text that would have it fetch
 * things (PD-22, PD-27): every task ends within 120 seconds, as success or told as failed, and nothing is asked of the
 * network. The real product: `node battery/served/chrome.ts`; then with faults planted that must be found. Exits 1 when anything is not so.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import type { PurchaseOrderList } from '../../domain/purchase-orders/purchase-order.ts';
import { askForPdf, pdfTask } from '../../tests/e2e/support/data/made-pdf.ts';
import { draft } from '../../tests/e2e/support/data/orders.ts';
import { person, showId, type Person } from '../../tests/e2e/support/environment/person.ts';
import type { Patch } from '../simulator/patch.ts';
import { onLoopback } from './loopback.ts';
import { freshProduct, type Product } from './product.ts';

const limitMs = 120_000;

interface Row {
  asked: number;
  success: number;
  told: number;
  stuck: number;
  slowestSeconds: number;
}

interface Scene {
  name: string;
  tasks: number;
  /** What must come of every task: where it is `told` and one was made, the trouble came too late. */
  must: 'success' | 'told' | 'end';
  /** What happens to the browsers meanwhile; ends when `isOver`. */
  trouble: (product: Product, isOver: () => boolean) => Promise<void>;
}

/** What every browser gets that has been seen for so long, or so many of them. */
function every(signal: NodeJS.Signals, most: number, ageMs = 0): Scene['trouble'] {
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
    // One that was stopped never ends by itself.
    for (const pid of hit) send(pid, 'SIGKILL');
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

const peace: Scene = { name: 'well', tasks: 4, must: 'success', trouble: async () => undefined };
const scenes: readonly Scene[] = [
  { name: 'killed', tasks: 6, must: 'success', trouble: every('SIGKILL', 1) },
  { name: 'hangs', tasks: 6, must: 'success', trouble: every('SIGSTOP', 1) },
  peace,
  { name: 'refuses', tasks: 4, must: 'told', trouble: every('SIGKILL', Infinity) },
  // The local platform does one task at a time, and those behind it begin when it has ended.
  { name: 'never starts', tasks: 4, must: 'told', trouble: every('SIGSTOP', Infinity) },
  { name: 'hangs at work', tasks: 4, must: 'told', trouble: every('SIGSTOP', Infinity, 1_500) },
  { ...peace, name: 'well again' },
];

const wrong: string[] = [];

async function play(product: Product, who: Person, ids: readonly string[], scene: Scene): Promise<Row> {
  const { name, tasks, must, trouble } = scene;
  let isOver = false;
  const troubled = trouble(product, () => isOver);
  const row: Row = { asked: tasks, success: 0, told: 0, stuck: 0, slowestSeconds: 0 };
  await Promise.all(
    Array.from({ length: tasks }, async (_one, n) => {
      const began = Date.now();
      const taskId = await askForPdf(who, { docType: 'PO', id: ids[n % ids.length] ?? '', showId });
      let task = await pdfTask(who, taskId);
      while (task.status === 'in_progress' && Date.now() - began < limitMs) {
        await pause(500);
        task = await pdfTask(who, taskId);
      }
      row.slowestSeconds = Math.max(row.slowestSeconds, Math.round((Date.now() - began) / 1000));
      if (task.status === 'success') row.success += 1;
      else if (task.status === 'error' && task.error) row.told += 1;
      else row.stuck += 1;
    }),
  );
  isOver = true;
  await troubled;
  if (row.stuck > 0)
    wrong.push(`${name}: ${row.stuck} of ${tasks} tasks did not end within ${limitMs / 1000} s`);
  if (must !== 'end' && row[must] < tasks)
    wrong.push(`${name}: ${row.success} of ${tasks} were made, ${row.told} told`);
  return row;
}

interface Listener {
  address: string;
  heard: string[];
  close: () => void;
}

/** Whoever asks it for anything is heard. */
async function listener(): Promise<Listener> {
  const heard: string[] = [];
  const place = await onLoopback((request, response) => {
    heard.push(request.url ?? '');
    response.end();
  });
  return { ...place, heard };
}

/** Everything that has a page fetch something. */
function luresTo(address: string, from: string): string[] {
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

/** An order whose every text would have a page fetch something, with notes and a file of such a name. */
async function lured(who: Person, address: string): Promise<string> {
  const all = luresTo(address, 'text').join('');
  const attachmentId = await who.upload(
    'plan.pdf',
    new Uint8Array([...'%PDF-1.4'].map((c) => c.charCodeAt(0))),
  );
  const { id } = await draft(
    { api: who },
    {
      description: all.slice(0, 250),
      attachments: [{ attachmentId, label: luresTo(address, 'label')[0] }],
    },
  );
  for (const content of luresTo(address, 'note'))
    await who.post(`/api/pos/${id}/notes?showId=${showId}`, { content, keyId: crypto.randomUUID() });
  return id;
}

interface Asked {
  heard: number;
  intercepted: number;
  made: number;
}

/** Prints it; answers what was asked of the network, by who listens there and by who stands before the page. */
async function askedBy(product: Product, who: Person, scene: Scene): Promise<Asked> {
  const net = await listener();
  try {
    const id = await lured(who, net.address);
    const { success } = await play(product, who, [id], scene);
    await pause(1_000);
    const intercepted = product.logged('page asked for the network');
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

async function battery(product: Product, who: Person): Promise<void> {
  const { poS } = await who.post<PurchaseOrderList>(`/api/pos/filter?showId=${showId}&page=1&count=6`, {
    showId,
  });
  const ids = poS.map(({ id }) => id);
  const rows: Record<string, Row> = {};
  for (const scene of scenes) rows[scene.name] = await play(product, who, ids, scene);
  console.table(rows);
  const { heard, intercepted, made } = await askedBy(product, who, { ...peace, name: 'lured', tasks: 1 });
  console.log(
    `out of a page that is full of lures: ${heard} requests heard, ${intercepted} intercepted, ${made} made`,
  );
  if (heard + intercepted > 0) wrong.push(`lured: ${heard} requests left a page, ${intercepted} were tried`);
}

/** So that whoever hangs after so long hangs at work, on any machine. */
const slow: Patch = {
  file: 'functions/edges/pdf/browser-renderer.ts',
  find: "  await page.setContent(job.html, { waitUntil: 'load' });",
  replace: `  await new Promise((done) => setTimeout(done, 3_000));
  await page.setContent(job.html, { waitUntil: 'load' });`,
};
const raw: Patch = {
  file: 'functions/edges/pdf/document/approvals-and-history.tsx',
  find: '<p>{note.content}</p>',
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

/** Each of them must be seen; without them nothing of what is asked here could be. */
async function planted(): Promise<number> {
  let missed = 0;
  const told = (isFound: boolean, name: string, how: string) => {
    if (!isFound) missed += 1;
    console.log(`  ${isFound ? 'found' : 'NOT FOUND'}  ${name} (${how})`);
  };
  const scene: Scene = { ...peace, name: 'lured', tasks: 1, must: 'end' };
  const walls = await served([raw, noPolicy, noPolicyForPictures, noInterception, online], (product, who) =>
    askedBy(product, who, scene),
  );
  told(walls.heard > 0, 'nothing keeps what is typed from the network', `${walls.heard} requests heard`);
  const one = await served([raw, noPolicy, noPolicyForPictures], (product, who) =>
    askedBy(product, who, scene),
  );
  const isHeld = one.heard === 0 && one.intercepted > 0;
  told(
    isHeld,
    'what is typed is not escaped, and only one wall stands',
    `${one.intercepted} intercepted, ${one.heard} heard`,
  );
  return missed;
}

console.log(`load ${loadavg()[0]?.toFixed(1)}`);
await served([slow], battery);
for (const sentence of wrong) console.error(sentence);
const missed = await planted();
const isGood = wrong.length === 0 && missed === 0;
console.log(isGood ? 'every task ended, and nothing left a page' : 'not as it should be');
process.exitCode = isGood ? 0 : 1;
