/**
 * Connects 5,000 stock clients to the realtime channel, nearly all in one show, whose four objects share them: connected
 * within fifteen seconds, notified within a second and of a PDF within 100 ms, never notified of others' documents, and
 * none lost when the Durable Objects are evicted (RT-10, DEC-56, DEC-100, DEC-153). Takes minutes and serves the real
 * product: `node stress/served/sockets.ts 500`.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requestPdf } from '../../tests/e2e/support/data/pdf-tasks.ts';
import { createSubmittedOrder } from '../../tests/e2e/support/data/orders.ts';
import { callers } from './caller.ts';
import type { Caller } from './caller.ts';
import { bundledProduct } from './bundled.ts';
import type { Bundled } from './bundled.ts';
import { until } from './product.ts';
import type { Heard, Instruction, Report, SocketUser } from './sockets-crowd.ts';
import { machineLoad, logLine, runExperiment } from './experiment.ts';
import { awake, faults, instruments, published } from './faults/sockets.ts';

const limits = { connectSeconds: 15, deliveryMs: 1_000, pdfMs: 100 };
const processes = 4;
const broadcasts = 10;
/** The show of the crowd; users of the other shows have few windows. */
const crowdedShow = 'nlite';
/** Some users have windows in two shows. */
const usersByShow: Readonly<Record<string, readonly string[]>> = {
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

  /** Sends an instruction to every process and returns their reports. */
  async send(instruction: Instruction): Promise<Report[]> {
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

  async collect(instruction: Instruction = { do: 'report' }): Promise<Heard[]> {
    return (await this.send(instruction)).flatMap((report) => ('heard' in report ? report.heard : []));
  }

  end(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

const messagesOf = (reports: readonly Heard[], event: string) =>
  reports.flatMap(({ name, showId, messages }) =>
    messages.filter((one) => one.event === event).map((one) => ({ ...one, user: `${name} in ${showId}` })),
  );

/** Returns the users of the show who may open the document and are therefore notified. */
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

interface NoteResult {
  /** Milliseconds until the last of them was notified. */
  ms: number;
  wrong: string[];
}

/** Adds a note and checks that every reader's client is notified once. */
async function broadcast(
  crowd: Crowd,
  dana: Caller,
  id: string,
  readers: ReadonlySet<string>,
  each: number,
): Promise<NoteResult> {
  const began = Date.now();
  const keyId = crypto.randomUUID();
  const noted = await dana.call('POST', `/api/pos/${id}/notes`, {
    body: { content: `Note ${keyId}`, keyId },
  });
  const answered = Date.now();
  if (noted?.status !== 201) return { ms: 0, wrong: [`a note was answered with ${noted?.status}`] };
  await pause(1_000);
  const messages = messagesOf(await crowd.collect(), 'document_changed');
  const wrong: string[] = [];
  const expected = readers.size * each;
  const ours = messages.filter(({ user, data }) => readers.has(user) && data['id'] === id);
  if (ours.length !== expected) wrong.push(`${ours.length} windows heard of a note, not ${expected}`);
  const outsiders = messages.filter(({ user }) => !readers.has(user));
  if (outsiders.length > 0)
    wrong.push(`${outsiders.length} windows heard of what is not theirs, such as ${outsiders[0]?.user}`);
  const last = Math.max(answered, ...ours.map(({ at }) => at));
  return { ms: last - began, wrong };
}

/** All users subscribe to Dana's task; only her clients may be notified. */
function judgeTask(reports: readonly Heard[], event: string, each: number): string[] {
  const messages = messagesOf(reports, event);
  const hers = messages.filter(({ user }) => user === 'dana in nlite').length;
  const wrong = hers === each ? [] : [`${hers} windows of hers had ${event}, not ${each}`];
  return messages.length === hers
    ? wrong
    : [...wrong, `${messages.length - hers} windows of others had ${event}`];
}

/** Returns the milliseconds from the publication to the last window; NaN when the log does not have it. */
function pdfDelay(reports: readonly Heard[], logTail: string): number {
  const times = [...logTail.matchAll(new RegExp(`"event":"${published}","at":(\\d+)`, 'g'))];
  const last = Math.max(...messagesOf(reports, 'pdf_status_update').map(({ at }) => at));
  return last - Number(times.at(-1)?.[1]);
}

async function members(address: string): Promise<Caller[]> {
  const all: Caller[] = [];
  for (const [show, names] of Object.entries(usersByShow)) all.push(...(await callers(address, names, show)));
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
    windows: showId === crowdedShow ? each / processes : 1,
  }));
  const began = Date.now();
  await crowd.send({ do: 'connect', address, users });
  return (Date.now() - began) / 1000;
}

async function sockets(product: Bundled, count: number): Promise<string[]> {
  const address = product.address();
  const people = await members(address);
  const [dana] = people;
  if (!dana) throw new Error('Nobody is there');
  const crowded = people.filter(({ showId }) => showId === crowdedShow).length;
  const others = (people.length - crowded) * processes;
  const each = Math.max(processes, Math.round((count - others) / crowded / processes) * processes);
  const wrong: string[] = [];
  const order = await createSubmittedOrder({ api: dana.api });
  const readers = await readersOf(people, order.id, crowdedShow);
  const crowd = new Crowd();
  try {
    await crowd.collect();
    const seconds = await connected(crowd, address, people, each);
    logLine(
      `${each * crowded + others} windows, ${each * crowded} of them in one show, connected in ${seconds.toFixed(1)} s; ${machineLoad()}`,
    );
    if (seconds > limits.connectSeconds)
      wrong.push(`connecting took ${seconds.toFixed(1)} s (${machineLoad()})`);
    await crowd.collect();

    const times: number[] = [];
    const send = async () => {
      const result = await broadcast(crowd, dana, order.id, readers, each);
      wrong.push(...result.wrong);
      times.push(result.ms);
    };
    for (let n = 0; n < broadcasts; n += 1) await send();
    const before = times.toSorted((a, b) => a - b);
    logLine(
      `a note reached ${readers.size * each} windows in ${before[before.length >> 1]} ms, at the latest ${before.at(-1)} ms; ${machineLoad()}`,
    );

    const taskId = await requestPdf(dana.api, { docType: 'PO', id: order.id, showId: crowdedShow });
    const confirmed = await crowd.collect({ do: 'subscribe', taskId });
    await until('everybody at dana is told that she is subscribed', 30_000, async () => {
      confirmed.push(...(await crowd.collect()));
      return messagesOf(confirmed, 'subscription_confirmed').length >= each;
    }).catch(() => undefined);
    await pause(2_000);
    confirmed.push(...(await crowd.collect()));
    wrong.push(...judgeTask(confirmed, 'subscription_confirmed', each));
    const born = product.logged(awake);
    await until('an object left memory', 3 * 60_000, async () => product.logged(awake) > born);
    logLine(`their objects left memory ${product.logged(awake) - born} times`);
    const late: Heard[] = [];
    await until('the PDF is announced', 2 * 60_000, async () => {
      late.push(...(await crowd.collect()));
      return messagesOf(late, 'pdf_status_update').length > 0;
    }).catch(() => undefined);
    await pause(2_000);
    late.push(...(await crowd.collect()));
    wrong.push(...judgeTask(late, 'pdf_status_update', each));
    const pdfMs = pdfDelay(late, product.logTail());
    logLine(`its PDF was announced to ${each} windows of one user in ${pdfMs} ms; ${machineLoad()}`);
    if (!(pdfMs <= limits.pdfMs)) wrong.push(`the PDF was announced after ${pdfMs} ms (${machineLoad()})`);
    for (let n = 0; n < broadcasts; n += 1) await send();
    const after = times.slice(broadcasts).toSorted((a, b) => a - b);
    logLine(
      `afterwards in ${after[after.length >> 1]} ms, at the latest ${after.at(-1)} ms; ${machineLoad()}`,
    );
    const latest = Math.max(...times);
    if (latest > limits.deliveryMs)
      wrong.push(`a note took ${latest} ms to reach everybody (${machineLoad()})`);
    const lost = (await crowd.collect()).filter(({ isConnected, drops }) => !isConnected || drops.length > 0);
    if (lost.length > 0) wrong.push(`${lost.length} windows were dropped: ${lost[0]?.drops.join()}`);
    return wrong;
  } finally {
    crowd.end();
  }
}

await runExperiment({
  name: 'sockets',
  serve: bundledProduct,
  count: { full: 5000, perMutant: 200 },
  instruments,
  run: sockets,
  faults,
});
