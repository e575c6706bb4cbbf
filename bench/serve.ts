/**
 * Serves one revision until its parent process exits, with a show of that many documents or with the databases in a
 * folder: a child process of `run.ts` and of the stress tests.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChrome } from '../scripts/chrome.mjs';
import { cacheDir } from '../scripts/environment.mjs';
import { freePort } from '../scripts/server/free-port.mjs';
import { buildWorkers } from './build.ts';
import { startEngine } from './engine.ts';
import { copyOf, seededState, shardBytes } from './seeds.ts';

/** Message to the parent once requests are answered. */
export interface Served {
  address: string;
  /** URL of the accounting system. */
  books: string;
  /** Process id of workerd, where the system provides it. */
  workerd: number | null;
  /** URL of workerd's inspector, with one target per Worker. */
  inspector: string;
  /** URL that triggers its crons; nothing else does. */
  crons: string;
  /** Size of the show's shard before any measurement. */
  bytes: number;
}

const [documents, stateFolder] = process.argv.slice(2);
const { product, sandbox, demo } = await buildWorkers();
await ensureChrome({ cacheDir });
const state = stateFolder ?? copyOf(await seededState(demo, Number(documents)));
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
