/**
 * 2,000 stock clients of the realtime channel, of several people in several shows: connected within five seconds, told
 * within half a second, told nothing of another's, and nobody lost when their objects leave memory (RT-10, DEC-56, DEC-100).
 * Minutes, and the real product: `node battery/served/sockets.ts 500`.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askForPdf } from '../../tests/e2e/support/data/made-pdf.ts';
import { submitted } from '../../tests/e2e/support/data/orders.ts';
import { callers } from './caller.ts';
import type { Caller } from './caller.ts';
import { bundledProduct } from './bundled.ts';
import type { Bundled } from './bundled.ts';
import { until } from './product.ts';
import type { Heard, Instruction, Report, SocketUser } from './sockets-crowd.ts';
import { load, say, trial } from './experiment.ts';

const limits = { connectSeconds: 5, tellMs: 500 };
const processes = 4;
const broadcasts = 10;
const awake = 'realtime object awake';
/** Twenty seats; some people have windows in two shows that one object serves. */
const places: Readonly<Record<string, readonly string[]>> = {
  nlite: [
    'dana',
    'marcus',
    'priya',
    'elena',
    'sam',
    'theodore',
    'hannah.moreau',
    'luis.ferrante',
    'jonah.beck',
    'owen.maddox',
  ],
  harbour9: ['theodore', 'imogen.hartley', 'rhys.morgan', 'philippa.stone'],
  velvetmap: ['theodore', 'philippa.stone', 'chiara.bellini'],
  tidewater: ['sam', 'sylvie.arnaud', 'darius.cole'],
};

class Crowd {
  readonly #children: ChildProcess[] = [];

  constructor() {
    for (let n = 0; n < processes; n += 1)
      this.#children.push(fork(join(import.meta.dirname, 'sockets-crowd.ts')));
  }

  /** Tells every process, and answers what they report. */
  async tell(instruction: Instruction): Promise<Report[]> {
    const reports = await Promise.all(
      this.#children.map(
        (child) =>
          new Promise<Report>((resolve) => {
            child.once('message', (report: Report) => resolve(report));
            child.send(instruction);
          }),
      ),
    );
    for (const report of reports) if ('error' in report) throw new Error(report.error);
    return reports;
  }

  async heard(instruction: Instruction = { do: 'report' }): Promise<Heard[]> {
    return (await this.tell(instruction)).flatMap((report) => ('heard' in report ? report.heard : []));
  }

  end(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

const messagesOf = (heard: readonly Heard[], event: string) =>
  heard.flatMap(({ name, showId, messages }) =>
    messages.filter((one) => one.event === event).map((one) => ({ ...one, user: `${name} in ${showId}` })),
  );

/** Those of the show who may open the document; they, and nobody else, hear of it. */
async function readersOf(people: readonly Caller[], id: string, show: string): Promise<Set<string>> {
  const answers = await Promise.all(
    people.map(async (who) => ({
      who,
      answer: await who.call('GET', `/api/pos/${id}?showId=${who.showId}`),
    })),
  );
  const readers = answers.filter(({ who, answer }) => who.showId === show && answer?.status === 200);
  return new Set(readers.map(({ who }) => `${who.name} in ${who.showId}`));
}

interface Told {
  /** Until the last of them heard of it. */
  ms: number;
  wrong: string[];
}

/** A note on a document, of which every reader's window hears once. */
async function broadcast(
  crowd: Crowd,
  dana: Caller,
  id: string,
  readers: ReadonlySet<string>,
  each: number,
): Promise<Told> {
  const began = Date.now();
  const keyId = crypto.randomUUID();
  const noted = await dana.call('POST', `/api/pos/${id}/notes`, {
    body: { content: `Note ${keyId}`, keyId },
  });
  const answered = Date.now();
  if (noted?.status !== 201) return { ms: 0, wrong: [`a note was answered with ${noted?.status}`] };
  await pause(1_000);
  const heard = await crowd.heard();
  const news = messagesOf(heard, 'document_changed');
  const wrong: string[] = [];
  const expected = readers.size * each;
  const ours = news.filter(({ user, data }) => readers.has(user) && data['id'] === id);
  if (ours.length !== expected) wrong.push(`${ours.length} windows heard of a note, not ${expected}`);
  const strangers = news.filter(({ user }) => !readers.has(user));
  if (strangers.length > 0)
    wrong.push(`${strangers.length} windows heard of what is not theirs, such as ${strangers[0]?.user}`);
  const last = Math.max(answered, ...ours.map(({ at }) => at));
  return { ms: last - began, wrong };
}

/** Everybody asks to hear of dana's task; her windows do, and nobody else's. */
function judgeTask(heard: readonly Heard[], event: string, each: number): string[] {
  const news = messagesOf(heard, event);
  const hers = news.filter(({ user }) => user === 'dana in nlite').length;
  const wrong = hers === each ? [] : [`${hers} windows of hers had ${event}, not ${each}`];
  return news.length === hers ? wrong : [...wrong, `${news.length - hers} windows of others had ${event}`];
}

async function members(address: string): Promise<Caller[]> {
  const all: Caller[] = [];
  for (const [show, names] of Object.entries(places)) all.push(...(await callers(address, names, show)));
  return all;
}

async function connected(
  crowd: Crowd,
  address: string,
  people: readonly Caller[],
  each: number,
): Promise<number> {
  const users: SocketUser[] = people.map(({ name, showId, api: { userId, cookie } }) => ({
    name,
    showId,
    userId,
    cookie,
  }));
  const began = Date.now();
  await crowd.tell({ do: 'connect', address, users, each: each / processes });
  return (Date.now() - began) / 1000;
}

async function sockets(product: Bundled, count: number): Promise<string[]> {
  const address = product.address();
  const people = await members(address);
  const [dana] = people;
  if (!dana) throw new Error('Nobody is there');
  const each = Math.max(processes, Math.round(count / people.length / processes) * processes);
  const wrong: string[] = [];
  const order = await submitted({ api: dana.api });
  const readers = await readersOf(people, order.id, 'nlite');
  const crowd = new Crowd();
  try {
    await crowd.heard();
    const seconds = await connected(crowd, address, people, each);
    say(
      `${each * people.length} windows of ${people.length} seats in ${Object.keys(places).length} shows connected in ${seconds.toFixed(1)} s; ${load()}`,
    );
    if (seconds > limits.connectSeconds) wrong.push(`connecting took ${seconds.toFixed(1)} s (${load()})`);
    await crowd.heard();

    const times: number[] = [];
    const tell = async () => {
      const told = await broadcast(crowd, dana, order.id, readers, each);
      wrong.push(...told.wrong);
      times.push(told.ms);
    };
    for (let n = 0; n < broadcasts; n += 1) await tell();
    const before = times.toSorted((a, b) => a - b);
    say(
      `a note reached ${readers.size * each} windows in ${before[before.length >> 1]} ms, at the latest ${before.at(-1)} ms; ${load()}`,
    );

    const taskId = await askForPdf(dana.api, { docType: 'PO', id: order.id, showId: 'nlite' });
    const confirmed = await crowd.heard({ do: 'subscribe', taskId });
    await until('everybody at dana is told that she is subscribed', 30_000, async () => {
      confirmed.push(...(await crowd.heard()));
      return messagesOf(confirmed, 'subscription_confirmed').length >= each;
    }).catch(() => undefined);
    await pause(2_000);
    confirmed.push(...(await crowd.heard()));
    wrong.push(...judgeTask(confirmed, 'subscription_confirmed', each));
    const born = product.logged(awake);
    await until('an object left memory', 3 * 60_000, async () => product.logged(awake) > born);
    say(`their objects left memory ${product.logged(awake) - born} times`);
    const late: Heard[] = [];
    await until('the PDF is announced', 2 * 60_000, async () => {
      late.push(...(await crowd.heard()));
      return messagesOf(late, 'pdf_status_update').length > 0;
    }).catch(() => undefined);
    await pause(2_000);
    late.push(...(await crowd.heard()));
    wrong.push(...judgeTask(late, 'pdf_status_update', each));
    for (let n = 0; n < broadcasts; n += 1) await tell();
    const after = times.slice(broadcasts).toSorted((a, b) => a - b);
    say(`afterwards in ${after[after.length >> 1]} ms, at the latest ${after.at(-1)} ms; ${load()}`);
    const latest = Math.max(...times);
    if (latest > limits.tellMs) wrong.push(`a note took ${latest} ms to reach everybody (${load()})`);
    const lost = (await crowd.heard()).filter(({ isConnected, drops }) => !isConnected || drops.length > 0);
    if (lost.length > 0) wrong.push(`${lost.length} windows were dropped: ${lost[0]?.drops.join()}`);
    return wrong;
  } finally {
    crowd.end();
  }
}

const realtime = 'durable-objects/realtime.ts';

await trial({
  name: 'sockets',
  serve: bundledProduct,
  count: { whole: 2000, planted: 200 },
  instruments: [
    {
      file: realtime,
      find: '      const parts: EventParts = {',
      replace: `      console.log(JSON.stringify({ event: '${awake}' }));
      const parts: EventParts = {`,
    },
    // Longer than an object without work stays in memory.
    {
      file: 'functions/verbs/pdf/run-pdf-task.ts',
      find: '    const context = await memberContext(env, task, now);\n',
      replace: `    await new Promise((done) => setTimeout(done, 60_000));
    const context = await memberContext(env, task, now);\n`,
    },
  ],
  run: sockets,
  faults: [
    {
      name: 'a message goes to whom it names in every show',
      sign: /not theirs/,
      patches: [{ file: realtime, find: ' || showId !== message.showId) continue;', replace: ') continue;' }],
    },
    {
      name: 'a message goes to everybody in the show',
      sign: /not theirs/,
      patches: [{ file: realtime, find: ' || !people.has(userId)', replace: '' }],
    },
    {
      name: 'subscriptions are only in memory',
      sign: /^0 windows of hers had pdf_status_update/,
      patches: [
        {
          file: 'durable-objects/engine-io/session.ts',
          find: 'pongBy, expiresAt, state };',
          replace: `pongBy, expiresAt, state: Object.fromEntries(
      Object.entries((state ?? {}) as Record<string, object>).map(([name, kept]) => [name, { ...kept, data: {} }]),
    ) };`,
        },
      ],
    },
  ],
});
