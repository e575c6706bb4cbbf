/**
 * kill -9 of workerd under load, a hundred times: what was acknowledged is there, nothing is there by half, every call that
 * nobody answered converges under its key, and the product answers within five seconds; bulk runs and PDFs that were
 * under way go on by themselves (DEC-45, DEC-55, DEC-99). The bundle alone, as a development server before it takes longer
 * to come back than what it serves: `node battery/served/kill.ts 3`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkProgress, BulkRun } from '../../domain/bulk-approval/bulk.ts';
import type { PaymentSummary } from '../../domain/payments/payment.ts';
import { askForPdf, pdfTask } from '../../tests/e2e/support/data/made-pdf.ts';
import { releasesOf, waitingPayments } from '../../tests/e2e/support/data/payments.ts';
import type { Cashier } from '../../tests/e2e/support/data/payments.ts';
import type { Chance } from '../simulator/random.ts';
import { bundledProduct } from './bundled.ts';
import type { Bundled } from './bundled.ts';
import { callers } from './caller.ts';
import type { Caller } from './caller.ts';
import { livesIn, strayed, Writers } from './sessions.ts';
import { until } from './product.ts';
import { halfDone } from './shards.ts';
import { knownFault, load, say, trial } from './experiment.ts';

const show = 'nlite';
const lanes = 12;
/** From the kill to the first answer. */
const limitSeconds = 5;
/** A lease runs out after minutes, and the sweep comes by every minute. */
const timeoutMs = 10 * 60_000;
const paymentsARun = 40;
const pdfsATime = 4;
/** To a database, and back. */
const wayMs = 10;

/** Work that nobody waits for, begun just before a kill. */
interface UnderWay {
  place: Cashier;
  payments: PaymentSummary[];
  look: () => Promise<BulkRun>;
  pdfs: string[];
}

async function begun(
  place: Cashier,
  executive: Caller,
  reader: Caller,
  prefix: string,
  payments: PaymentSummary[],
): Promise<UnderWay> {
  const path = '/api/workflows/bulk-approval';
  const { runId } = await executive.api.post<BulkProgress>(path, {
    showId: show,
    timeZone: 'UTC',
    allSelected: true,
    filters: { paymentNumbers: [prefix], statuses: ['SUBMITTED_FOR_APPROVAL'] },
    total: payments.length,
  });
  const ids = payments.slice(0, pdfsATime).map(({ id }) => id);
  const pdfs = await Promise.all(
    ids.map((id) => askForPdf(reader.api, { docType: 'PAYMENT', id, showId: show })),
  );
  return { place, payments, look: () => executive.api.get<BulkRun>(`${path}/${runId}?showId=${show}`), pdfs };
}

/** Kills it, and waits for its next life. Seconds. */
async function killed(product: Bundled): Promise<number> {
  const began = Date.now();
  product.killWorker();
  await until('the product answers again', 60_000, async () => {
    const answer = await fetch(`${product.address()}/api/auth/login?local=true`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    return answer !== null && answer.status < 500;
  });
  return (Date.now() - began) / 1000;
}

/** Bulk runs end with every item approved and released once, PDFs in success. */
async function goneOn(reader: Caller, work: readonly UnderWay[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { place, payments, look, pdfs } of work) {
    await until('a bulk run has ended', timeoutMs, async () => (await look()).status !== 'in_progress').catch(
      (error: unknown) => wrong.push(String(error)),
    );
    const { success, failed } = await look();
    if (success.length !== payments.length || failed.length > 0)
      wrong.push(`a bulk run ended with ${success.length} approved, ${failed.length} failed`);
    const tasks = () => Promise.all(pdfs.map((id) => pdfTask(reader.api, id)));
    await until('every PDF has ended', timeoutMs, async () =>
      (await tasks()).every(({ status }) => status !== 'in_progress'),
    ).catch((error: unknown) => wrong.push(String(error)));
    for (const { status, error } of await tasks())
      if (status !== 'success') wrong.push(`a PDF ended as ${status}: ${error}`);
    const releases = () => releasesOf(place, payments);
    await until('every payment is released', timeoutMs, async () =>
      (await releases()).every((n) => n > 0),
    ).catch((error: unknown) => wrong.push(String(error)));
    const strange = (await releases()).filter((times) => times !== 1).length;
    if (strange > 0) wrong.push(`${strange} payments were not released exactly once`);
  }
  return wrong;
}

async function kills(product: Bundled, count: number, chance: Chance): Promise<string[]> {
  const address = product.address();
  const [dana, marcus, priya, grace, sam] = await callers(address, [
    'dana',
    'marcus',
    'priya',
    'grace.lindqvist',
    'sam',
  ]);
  if (!dana || !marcus || !priya || !grace || !sam) throw new Error('Nobody is there');
  const place: Cashier = {
    show,
    books: { baseURL: product.books(), license: 'HSP-SA-1041', system: 'SA' },
    api: sam.api,
  };
  const runs = new Set([Math.ceil(count / 2), count]);
  const ahead = () => waitingPayments(place, { count: paymentsARun, account: 1 });
  const waiting = [await ahead()];
  if (runs.size > 1) waiting.push(await ahead());

  const writers = new Writers();
  const dead: { from: number; to: number }[] = [];
  // Whoever asked before the next life had begun may have been cut off.
  writers.isExcused = (since) => dead.some(({ from, to }) => since < to && Date.now() >= from);
  await writers.start({ creator: dana, approvers: [marcus, priya] }, lanes, chance);
  const wrong: string[] = [];
  const restarts: number[] = [];
  const underWay: UnderWay[] = [];
  for (let cycle = 1; cycle <= count && wrong.length === 0; cycle += 1) {
    await pause(400 + chance.below(1200));
    const next = runs.has(cycle) ? waiting.pop() : undefined;
    if (next) {
      underWay.push(await begun(place, grace, sam, next.prefix, next.payments));
      await pause(chance.below(600));
    }
    const life = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    dead.push(life);
    restarts.push(await killed(product));
    life.to = Date.now() + 500;
    const known = writers.known();
    wrong.push(...strayed(product.look(livesIn).flat(), known, false), ...product.look(halfDone).flat());
    wrong.push(...writers.wrong);
    if (cycle % 10 === 0 || cycle === count)
      say(
        `${cycle} kills, ${writers.acknowledged} writes acknowledged, ${writers.repeated} repeated; ${load()}`,
      );
  }
  await writers.end();
  wrong.push(...writers.wrong);
  wrong.push(
    ...strayed(product.look(livesIn).flat(), writers.known(), true),
    ...product.look(halfDone).flat(),
  );
  const sorted = restarts.toSorted((a, b) => a - b);
  const slowest = sorted.at(-1) ?? 0;
  say(
    `answered again after ${sorted[sorted.length >> 1]?.toFixed(1)} s, at the latest ${slowest.toFixed(1)} s; ${load()}`,
  );
  if (slowest > limitSeconds) wrong.push(`it took ${slowest.toFixed(1)} s to answer again (${load()})`);
  if (writers.repeated === 0) wrong.push('nobody was at work when it was killed');
  wrong.push(...(await goneOn(sam, underWay)));
  say(`${underWay.length} bulk runs and ${underWay.length * pdfsATime} PDFs were under way`);
  return [...new Set(wrong)];
}

await trial({
  name: 'kill',
  serve: bundledProduct,
  count: { whole: 100, planted: 12 },
  run: kills,
  // As far away as a database is on the real network: here a trip is over before anybody could be killed in it.
  instruments: [
    {
      file: 'functions/store/d1/open.ts',
      find: 'batch: (statements) => withinTimeBudget(() => unlessMoving(session.batch(statements))),',
      replace: `batch: async (statements) => {
      const way = () => new Promise((done) => setTimeout(done, ${wayMs}));
      await way();
      const results = await withinTimeBudget(() => unlessMoving(session.batch(statements)));
      await way();
      return results;
    },`,
    },
  ],
  faults: [
    knownFault('the answer of a key is not part of the batch', /^twice/),
    {
      name: 'a note is acknowledged before it is written',
      sign: /^lost/,
      patches: [
        {
          file: 'functions/verbs/lifecycle/append-audit-event.ts',
          find: 'const written = await commit(\n',
          replace: `const soon = new Promise((done) => setTimeout(done, 400));
    const later = (...given: Parameters<typeof commit>) => {
      context.later(soon.then(() => commit(...given)));
      return { audience: null } as never;
    };
    const written = later(\n`,
        },
      ],
    },
    {
      name: 'votes are written behind the batch',
      sign: /^votes/,
      patches: [
        {
          file: 'functions/verbs/lifecycle/change-writes.ts',
          find: `    writes.push(
      insertVote(`,
          replace: `    const away = new Promise((done) => setTimeout(done, 0));
    const vote = [
      insertVote(`,
        },
        {
          file: 'functions/verbs/lifecycle/change-writes.ts',
          find: '        contentVersion: rows.document.contentVersion,\n      }),\n    );',
          replace: `        contentVersion: rows.document.contentVersion,
      }),
    ];
    (context as Pick<RequestContext, 'later'>).later?.(away.then(() => store.write(vote)).catch(() => undefined));`,
        },
      ],
    },
  ],
});
