import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/server/free-port.mjs';
import type { serve } from '../../scripts/server/serve.mjs';
import { heldBy } from './isolate.ts';
import { browsersOf, workersOf } from './processes.ts';
import { readShards } from './shards.ts';
import type { Shard } from './shards.ts';
import { freshCopy } from './snapshot.ts';
import type { Planted } from './snapshot.ts';

type Server = Awaited<ReturnType<typeof serve>>;

/** Characters of a log that whoever looks for a reason is shown. */
export const lastWords = 4_000;

/** The real product on data of its own, which can be killed and started again as often as wanted. */
export interface Product {
  address: () => string;
  start: () => Promise<void>;
  /** As when the machine loses its power: nothing gets to say good-bye. */
  kill: () => Promise<void>;
  /** What its databases of shows hold now, in one look at each. */
  look: <Seen>(seen: (shard: Shard) => Seen) => Seen[];
  /** The processes of the browsers that its Worker has open, and of nobody else's. */
  browsers: () => number[];
  /** What the Worker and its databases hold of the machine's memory, in MB. */
  memory: () => number;
  /** What its Worker holds without its garbage, in MB. */
  held: () => Promise<number>;
  /** How often its Worker has logged this event, with this outcome if one is named, in the life that it is in. */
  logged: (event: string, outcome?: string) => number;
  /** Its last words. */
  said: () => string;
  /** Stops it and deletes its data. */
  end: () => Promise<void>;
}

/**
 * Prepares a fresh demo studio in a temporary folder, with one more show of so many documents, and a copy of the product
 * that will serve it; nothing does yet.
 */
export async function freshProduct({
  documents = 0,
  vars = {},
  ...planted
}: Partial<Planted> & { documents?: number; vars?: Record<string, string> } = {}): Promise<Product> {
  const { state, copy, remove } = await freshCopy(planted, { documents });
  const serving = pathToFileURL(join(copy, 'scripts/server/serve.mjs')).href;
  const copied = (await import(serving)) as { serve: typeof serve };
  let server: Server | null = null;
  const log = join(state, 'serve.log');
  // One port for all its lives: accounting and the links in mails keep their address.
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  // The one at our own address belongs to wrangler: it goes on to wherever the product is.
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
    look: (seen) => readShards(state, seen),
    browsers: () => (server?.pid === undefined ? [] : browsersOf(server.pid)),
    memory: () => workersOf(server?.pid).reduce((sum, { memory }) => sum + memory, 0) / 1024,
    held: async () => {
      const [worker] = own();
      if (worker === undefined) throw new Error('Nothing runs that could hold anything');
      return heldBy(worker, () => fetch(`http://127.0.0.1:${port}/api/nothing`));
    },
    logged: (event, outcome) => {
      const words = [`"event":"${event}"`, ...(outcome === undefined ? [] : [`"outcome":"${outcome}"`])];
      const lines = readFileSync(log, 'utf8').split('\n');
      return lines.filter((line) => words.every((word) => line.includes(word))).length;
    },
    said: () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-lastWords) : ''),
    end: async () => {
      await server?.stop();
      remove();
    },
  };
}

/** Looks until it is so; throws after `withinMs`. */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
