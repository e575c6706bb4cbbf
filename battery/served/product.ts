import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../../scripts/prepare.mjs';
import { createProgress } from '../../scripts/progress.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { serve } from '../../scripts/serving.mjs';

type Server = Awaited<ReturnType<typeof serve>>;

/** The real product on data of its own, which can be killed and started again as often as wanted. */
export interface Product {
  address: () => string;
  start: () => Promise<void>;
  /** As when the machine loses its power: nothing gets to say good-bye. */
  kill: () => Promise<void>;
  /** The processes of the browsers that its Worker has open, and of nobody else's. */
  browsers: () => number[];
  /** What the Worker and its databases hold of the machine's memory, in MB. */
  memory: () => number;
  /** How often its Worker has logged this event in the life that it is in. */
  logged: (event: string) => number;
  /** Stops it and deletes its data. */
  end: () => Promise<void>;
}

/** Prepares a fresh demo studio in a temporary folder, with one more show of so many documents; nothing serves it yet. */
export async function freshProduct({ documents = 0 } = {}): Promise<Product> {
  const state = mkdtempSync(join(tmpdir(), 'backlot-battery-'));
  const remove = () => rmSync(state, { recursive: true, force: true });
  await prepare(createProgress(), { state, documents }).catch((error: unknown) => {
    remove();
    throw error;
  });
  let server: Server | null = null;
  const log = join(state, 'serve.log');
  // One port for all its lives: accounting and the links in mails keep their address.
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  return {
    address: () => `http://127.0.0.1:${port}`,
    start: async () => {
      server = await serve({ port, state, log, signInsPerMinute: 1000 });
    },
    kill: async () => {
      if (!server?.pid) throw new Error('Nothing runs that could be killed');
      process.kill(-server.pid, 'SIGKILL');
      await server.ended;
      server = null;
    },
    browsers: () => (server?.pid === undefined ? [] : browsersOf(server.pid)),
    memory: () => (server?.pid === undefined ? 0 : workerMemory(server.pid)),
    logged: (event) => readFileSync(log, 'utf8').split(`"event":"${event}"`).length - 1,
    end: async () => {
      await server?.stop();
      remove();
    },
  };
}

interface Process {
  pid: number;
  parent: number;
  /** In kilobytes. */
  memory: number;
  state: string;
  command: string;
}

function childrenOf(pid: number): Process[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,stat=,args='], { encoding: 'utf8' });
  return all
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .map(([, own, parent, memory, state = '', command = '']) => ({
      pid: Number(own),
      parent: Number(parent),
      memory: Number(memory),
      state,
      command,
    }))
    .filter(({ parent }) => parent === pid);
}

/** Miniflare starts the browsers, each of which has helpers of its own. */
function browsersOf(pid: number): number[] {
  return childrenOf(pid)
    .filter(({ command, state }) => /chrom.*--remote-debugging/i.test(command) && !state.startsWith('Z'))
    .map((one) => one.pid);
}

function workerMemory(pid: number): number {
  const workers = childrenOf(pid).filter(({ command }) => command.includes('workerd'));
  return workers.reduce((sum, { memory }) => sum + memory, 0) / 1024;
}

/** Runs `work` over all, so many at once, and answers in their order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/** Looks until it is so; throws after `withinMs`. */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
