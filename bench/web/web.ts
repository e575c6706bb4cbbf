/**
 * `npm run bench -- web`: measures the browser's work in the production build per key and per row.
 *
 *   npm run bench -- web --address URL     a running product with the demo's additional show
 *   npm run bench -- web --lines 200       forms of that many lines only (20 and 200)
 *   npm run bench -- web --rows 1000       how far the list is scrolled (5,000)
 *   npm run bench -- web --only keys       or `list`
 *
 * Milliseconds are CPU time of the page's main thread (script, style and layout), which a busy machine changes little.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { cacheDir } from '../../scripts/environment.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { createProgress } from '../../scripts/processes/progress.mjs';
import { freePort } from '../../scripts/server/free-port.mjs';
import { serve } from '../../scripts/server/serve.mjs';
import { person } from '../../tests/e2e/support/environment/person.ts';
import { showId } from '../client.ts';
import { openBrowser, openWindow } from './browser.ts';
import { invoiceOf, openForm, orderOf, typeInto } from './keys.ts';
import { measureFrames, measureList, openLongList, scrollTo, visit } from './lists.ts';
import type { ListMemory } from './lists.ts';

/** Six in ten are purchase orders: more than 5,000. */
const DOCUMENTS = 9000;
const rates = [1, 4];
const goalMs = 16;

function percentileOf(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

type SignIn = (name: string, show?: string) => ReturnType<typeof person>;

async function keys(browser: Browser, address: string, signIn: SignIn, sizes: readonly number[]) {
  const [dana, elena, marcus, priya] = await Promise.all([
    signIn('dana'),
    signIn('elena'),
    signIn('marcus'),
    signIn('priya'),
  ]);
  console.log('\nA key in a line table (ms)       lines        script p50   p95     all p50   p95   goal');
  for (const lines of sizes) {
    const forms = [
      { form: await orderOf(dana, lines), cookie: dana.cookie },
      { form: await invoiceOf(elena, dana, [marcus, priya], lines), cookie: elena.cookie },
    ];
    for (const { form, cookie } of forms) {
      const window = await openWindow(browser, address, cookie);
      await openForm(window, form);
      for (const rate of rates) {
        await window.slowDown(rate);
        for (const cell of form.cells) {
          const costs = await typeInto(window, form, cell);
          const [script, all] = [costs.map((one) => one.script), costs.map((one) => one.all)];
          const measurements = [script, all].flatMap((of) => [percentileOf(of, 50), percentileOf(of, 95)]);
          const isSlow = (measurements[0] ?? 0) > goalMs;
          const cells = measurements.map((ms) => ms.toFixed(1).padStart(8)).join('');
          console.log(
            `${`${form.title}, ${cell.title}`.padEnd(32)} ${String(lines).padStart(4)}  at ${rate}x  ${isSlow ? '!' : ' '}${cells}  ${goalMs}`,
          );
        }
      }
      await window.close();
    }
  }
}

const describeMemory = ({ rows, drawn, nodes, heapMb }: ListMemory) =>
  `${String(rows).padStart(6)} rows: ${String(drawn).padStart(4)} drawn, ${String(nodes).padStart(6)} nodes, ${heapMb.toFixed(1)} MB after collection`;

async function list(browser: Browser, address: string, signIn: SignIn, wanted: number) {
  const { cookie } = await signIn('theodore', showId);
  const window = await openWindow(browser, address, cookie);
  await openLongList(window);
  console.log('\nA list, scrolled');
  console.log(describeMemory(await measureList(window, 50)));
  for (const row of [3, 18]) {
    const { openMs, backMs, hadSkeleton, scrolledPx } = await visit(window, row);
    console.log(
      `from row ${row}: document after ${openMs.toFixed(0)} ms, list after ${backMs.toFixed(0)} ms, ${hadSkeleton ? '! a skeleton' : 'no skeleton'}, ${scrolledPx} px from where it was left`,
    );
  }
  const there = await scrollTo(window, wanted);
  console.log(describeMemory(await measureList(window, there)));
  for (const rate of rates) {
    await window.slowDown(rate);
    const frames = await measureFrames(window);
    const long = frames.filter((ms) => ms > 50).length;
    console.log(
      `wheel at ${rate}x: frames p50 ${percentileOf(frames, 50).toFixed(1)} ms, p95 ${percentileOf(frames, 95).toFixed(1)} ms, ${long} of ${frames.length} over 50 ms`,
    );
  }
  await window.slowDown(1);
  await window.page.getByRole('main').evaluate((element) => element.scrollTo(0, 0));
  console.log(`${describeMemory(await measureList(window, there))}, at its top again`);
  await window.close();
}

async function measure(address: string, options: { lines: readonly number[]; rows: number; only?: string }) {
  const requests = await request.newContext({ baseURL: address });
  const browser = await openBrowser();
  const signIn: SignIn = (name, show) => person(requests, address, `${name}@backlot.example`, show);
  try {
    if (options.only !== 'list') await keys(browser, address, signIn, options.lines);
    if (options.only !== 'keys') await list(browser, address, signIn, options.rows);
  } finally {
    await browser.close();
    await requests.dispose();
  }
}

/** Measures as `args` say. Throws on invalid arguments. */
export async function benchWeb(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      address: { type: 'string' },
      lines: { type: 'string', default: '20,200' },
      rows: { type: 'string', default: '5000' },
      only: { type: 'string' },
    },
  });
  const { only } = values;
  const options = {
    lines: values.lines.split(',').map(Number),
    rows: Number(values.rows),
    ...(only !== undefined && { only }),
  };
  if (values.address !== undefined) return measure(values.address, options);
  const state = join(cacheDir, 'bench', 'web-state');
  await prepare(createProgress(), { state, documents: DOCUMENTS });
  const port = (await freePort(0)) ?? 0;
  const log = join(cacheDir, 'bench', 'web.log');
  const server = await serve({ port, state, log, isQuiet: true, isUnlimited: true });
  try {
    return await measure(server.address, options);
  } finally {
    await server.stop();
  }
}
