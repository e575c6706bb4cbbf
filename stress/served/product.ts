import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/server/free-port.mjs';
import type { serve } from '../../scripts/server/serve.mjs';
import { workerMemoryOf } from './isolate.ts';
import { browsersOf, workersOf } from './processes.ts';
import { readShards } from './shards.ts';
import type { Shard } from './shards.ts';
import { freshCopy } from './snapshot.ts';
import type { Mutation } from './snapshot.ts';

type Server = Awaited<ReturnType<typeof serve>>;

/** Characters shown of the end of a log. */
export const logTailLength = 4_000;

/** The real product with data of its own, which can be killed and restarted any number of times. */
export interface Product {
  address: () => string;
  start: () => Promise<void>;
  /** Stops it without any cleanup, as a power failure does. */
  kill: () => Promise<void>;
  /** Reads each database of shows, from one snapshot each. */
  queryShards: <Seen>(seen: (shard: Shard) => Seen) => Seen[];
  /** Processes of the browsers of this Worker. */
  browsers: () => number[];
  /** Memory of the Worker and its databases, in MB. */
  memory: () => number;
  /** Memory of the Worker after a garbage collection, in MB. */
  workerMemory: () => Promise<number>;
  /** Number of log lines of this event since the last start, optionally with this outcome. */
  logged: (event: string, outcome?: string) => number;
  /** The end of its log. */
  logTail: () => string;
  /** Stops it and deletes its data. */
  end: () => Promise<void>;
}

/**
 * Prepares a fresh demo studio in a temporary folder, with another show of that many documents, and a copy of the
 * product; does not start it.
 */
export async function freshProduct({
  documents = 0,
  vars = {},
  ...mutation
}: Partial<Mutation> & { documents?: number; vars?: Record<string, string> } = {}): Promise<Product> {
  const { state, copy, remove } = await freshCopy(mutation, { documents });
  const serving = pathToFileURL(join(copy, 'scripts/server/serve.mjs')).href;
  const copied = (await import(serving)) as { serve: typeof serve };
  let server: Server | null = null;
  const log = join(state, 'serve.log');
  // One port for all restarts, so that the URLs of accounting and in mails stay valid.
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  // wrangler owns the listener at our address; it forwards to the current process of the product.
  const own = () =>
    workersOf(server?.pid)
      .filter(({ command }) => !command.includes(`127.0.0.1:${port}`))
      .map(({ pid }) => pid);
  return {
    address: () => `http://127.0.0.1:${port}`,
    start: async () => {
      server = await copied.serve({ port, state, log, isUnlimited: true, vars });
    },
    kill: async () => {
      if (!server?.pid) throw new Error('Nothing runs that could be killed');
      process.kill(-server.pid, 'SIGKILL');
      await server.ended;
      server = null;
    },
    queryShards: (seen) => readShards(state, seen),
    browsers: () => (server?.pid === undefined ? [] : browsersOf(server.pid)),
    memory: () => workersOf(server?.pid).reduce((sum, { memory }) => sum + memory, 0) / 1024,
    workerMemory: async () => {
      const [worker] = own();
      if (worker === undefined) throw new Error('Nothing runs that could hold anything');
      return workerMemoryOf(worker, () => fetch(`http://127.0.0.1:${port}/api/nothing`));
    },
    logged: (event, outcome) => {
      const words = [`"event":"${event}"`, ...(outcome === undefined ? [] : [`"outcome":"${outcome}"`])];
      const lines = readFileSync(log, 'utf8').split('\n');
      return lines.filter((line) => words.every((word) => line.includes(word))).length;
    },
    logTail: () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-logTailLength) : ''),
    end: async () => {
      await server?.stop();
      remove();
    },
  };
}

/** Polls until the condition is true. Throws after `withinMs`. */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
