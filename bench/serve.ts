/**
 * Serves one revision until the process that started it is gone, with a show of so many documents, or with the databases of
 * a folder that it is given: a child of `run.ts` and of the battery.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChrome } from '../scripts/chrome.mjs';
import { cacheDir } from '../scripts/environment.mjs';
import { freePort } from '../scripts/server/free-port.mjs';
import { buildWorkers } from './build.ts';
import { startEngine } from './engine.ts';
import { copyOf, seededState, shardBytes } from './seeds.ts';

/** What the parent is told once requests are answered. */
export interface Served {
  address: string;
  /** The accounting system's own address. */
  books: string;
  /** The process of workerd, where the system tells. */
  workerd: number | null;
  /** Where workerd tells what it is doing, Worker by Worker. */
  inspector: string;
  /** Where its crons are rung: nothing else does. */
  crons: string;
  /** Size of the show's shard before anything is measured. */
  bytes: number;
}

const [documents, given] = process.argv.slice(2);
const { product, sandbox, demo } = await buildWorkers();
await ensureChrome({ cacheDir });
const state = given ?? copyOf(await seededState(demo, Number(documents)));
const [port, booksPort] = [(await freePort(0)) ?? 0, (await freePort(0)) ?? 0];
const address = `http://127.0.0.1:${port}`;
const books = `http://127.0.0.1:${booksPort}`;
const engine = await startEngine(state, [
  { bundle: product, port, vars: { WEB_ORIGIN: address, ACCOUNTING_URL: `${books}/sandbox` } },
  { bundle: sandbox, port: booksPort },
]);
const stop = async () => {
  await engine.stop();
  rmSync(state, { recursive: true, force: true });
  process.exit(0);
};
process.once('disconnect', () => void stop());
const { inspector, crons } = await engine.ready();
process.send?.({
  address,
  books,
  inspector: inspector.href,
  crons: crons.href,
  workerd: workerdBelow(process.pid),
  bytes: shardBytes(state),
} satisfies Served);

function workerdBelow(parent: number): number | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const found = pids.find((pid) => {
      const [, name, , above] =
        /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return name?.startsWith('workerd') && Number(above) === parent;
    });
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}
