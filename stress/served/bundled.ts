import { fork } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Served } from '../../bench/serve.ts';
import { startClock } from '../../scripts/server/clock.mjs';
import { repository } from '../../scripts/environment.mjs';
import { workersOf } from './processes.ts';
import { logTailLength } from './product.ts';
import { readShards } from './shards.ts';
import type { Shard } from './shards.ts';
import { freshCopy } from './snapshot.ts';
import type { Mutation } from './snapshot.ts';

/** The Worker as it would be deployed, without a development server in front of it. */
export interface Bundled {
  address: () => string;
  /** URL of the accounting system. */
  books: () => string;
  /** Kills the runtime; its parent process starts it again. */
  killWorker: () => void;
  /** Reads each database of shows, from one snapshot each. */
  queryShards: <Seen>(seen: (shard: Shard) => Seen) => Seen[];
  /** Number of log lines of this event. */
  logged: (event: string) => number;
  /** The end of its log. */
  logTail: () => string;
  end: () => Promise<void>;
}

/** Serves a fresh demo studio from a copy of the product, bundled and started by the benchmarks' server. */
export async function bundledProduct(mutation: Mutation): Promise<Bundled> {
  const { folder, state, copy, remove } = await freshCopy(mutation, { isBundled: true });
  const log = join(folder, 'serve.log');
  const child = fork(join(copy, 'bench/serve.ts'), ['0', state], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const logTail = () => readFileSync(log, 'utf8');
  let stopClock = () => {};
  const end = async () => {
    stopClock();
    if (child.connected) child.disconnect();
    await ended;
    file.end();
    remove();
  };
  const started = new Promise<Served>((resolve) => {
    child.once('message', (message) => resolve(message as Served));
  });
  const served = await Promise.race([started, ended]);
  if (!served) {
    const why = logTail().slice(-logTailLength);
    await end();
    throw new Error(`The product was not served.\n${why}`);
  }
  stopClock = startClock(await crons(), (cron) => [`${served.crons}?${new URLSearchParams({ cron })}`]);
  return {
    address: () => served.address,
    books: () => served.books,
    killWorker: () => {
      for (const { pid } of workersOf(child.pid)) process.kill(pid, 'SIGKILL');
    },
    queryShards: (seen) => readShards(state, seen),
    logged: (event) => logTail().split(`"event":"${event}"`).length - 1,
    logTail: () => logTail().slice(-logTailLength),
    end,
  };
}

async function crons(): Promise<string[]> {
  const { experimental_readRawConfig: read } = await import('wrangler');
  const { rawConfig } = read({ config: join(repository, 'wrangler.toml') });
  return rawConfig.triggers?.crons ?? [];
}
