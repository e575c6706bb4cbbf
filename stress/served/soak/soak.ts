/**
 * Eight users work for half an hour: no errors, responses no slower at the end than near the beginning, and no more
 * memory than an idle server. Serves the real product: `node stress/served/soak/soak.ts 5`, in minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { connectSocket } from '../../../tests/e2e/support/environment/person.ts';
import type { Chance } from '../../simulator/random.ts';
import { callers } from '../caller.ts';
import { freshProduct } from '../product.ts';
import type { Product } from '../product.ts';
import { judgeSoak } from './figures.ts';
import type { Call, Size } from './figures.ts';
import { rounds } from './people.ts';
import { machineLoad, logLine, runExperiment } from '../experiment.ts';

/** Samples the memory of the working and the idle server every few seconds until `isOver`. */
async function watchMemory(working: Product, idle: Product, isOver: () => boolean): Promise<Size[]> {
  const sizes: Size[] = [];
  while (!isOver()) {
    const both = Promise.all([working.workerMemory(), idle.workerMemory()]);
    // A server that does not answer in time is sampled again; a fifth without samples is a violation.
    const [busy, calm] = await both.catch(() => [null, null]);
    if (busy !== null && calm !== null) sizes.push({ at: Date.now(), working: busy, idle: calm });
    await pause(1_000);
  }
  return sizes;
}

/** Counts the messages of all sockets and records disconnects. */
function listenToSockets(sockets: readonly Socket[]): { messageCount: () => number; drops: string[] } {
  let messageCount = 0;
  const drops: string[] = [];
  for (const socket of sockets) {
    socket.onAny(() => (messageCount += 1));
    socket.on('disconnect', (reason) => drops.push(reason));
  }
  return { messageCount: () => messageCount, drops };
}

async function soak(product: Product, minutes: number, chance: Chance): Promise<string[]> {
  const idle = await freshProduct();
  const sockets: Socket[] = [];
  try {
    await Promise.all([product.start(), idle.start()]);
    const address = product.address();
    const people = await callers(address, Object.keys(rounds));
    for (const { api } of people) sockets.push(await connectSocket(address, api));
    const live = listenToSockets(sockets);
    const calls: Call[] = [];
    const from = Date.now();
    const to = from + minutes * 60_000;
    const isOver = () => Date.now() >= to;
    const looking = watchMemory(product, idle, isOver);
    logLine(`${people.length} people are at work for ${minutes} minutes; ${machineLoad()}`);
    const work = people.map(async (who) => {
      const round = rounds[who.name];
      if (!round) throw new Error(`Nobody knows what ${who.name} does`);
      for (let n = 0; !isOver(); n += 1) await round({ who, n, calls, chance, isOver });
    });
    await Promise.all(work);
    await pause(1_000);
    const sizes = await looking;
    const { fifths, wrong } = judgeSoak(calls, sizes, { from, to });
    console.table(fifths);
    logLine(`${calls.length} calls, ${live.messageCount()} live messages; ${machineLoad()}`);
    if (live.messageCount() === 0) wrong.push('nobody was told of anything');
    if (live.drops.length > 0) wrong.push(`${live.drops.length} live channels broke: ${live.drops[0]}`);
    return wrong;
  } finally {
    for (const socket of sockets) socket.disconnect();
    await idle.end();
  }
}

const entry = { file: 'functions/index.ts', find: '  fetch: app.fetch,' };
const own = (before: string) => `  fetch: async (request: Request, env: Env, context: ExecutionContext) => {
    const at = globalThis as unknown as { kept?: Uint8Array[]; count?: number };
    at.count = (at.count ?? 0) + 1;
    ${before}
    return app.fetch(request, env, context);
  },`;

await runExperiment({
  name: 'soak',
  serve: freshProduct,
  count: { full: 30, perMutant: 1 },
  run: soak,
  faults: [
    {
      name: 'every call leaves something in memory',
      sign: /^memory grew by ([5-9]\d|\d{3})/,
      patches: [{ ...entry, replace: own('(at.kept ??= []).push(new Uint8Array(1_000_000).fill(1));') }],
    },
    {
      name: 'every call makes the later ones slower',
      sign: /^p99 went/,
      patches: [
        {
          ...entry,
          replace: own('await new Promise((done) => setTimeout(done, (at.count ?? 0) / 5));'),
        },
      ],
    },
    {
      name: 'one call in two hundred fails',
      sign: /answered with 500/,
      patches: [
        {
          ...entry,
          replace: own(`if (at.count % 200 === 0) return new Response('', { status: 500 });`),
        },
      ],
    },
  ],
});
