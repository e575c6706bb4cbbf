/**
 * Kills workerd under load with kill -9, a hundred times: acknowledged writes are stored, no write is stored partially,
 * every unanswered call converges under its key, and the product answers within five seconds; running bulk approvals
 * and PDFs continue (DEC-45, DEC-55, DEC-99). Runs the bundle alone, since a development server restarts more slowly
 * than the product: `node stress/served/kill.ts 3`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { requestPdf, getPdfTask } from '../../tests/e2e/support/data/pdf-tasks.ts';
import { releasesOf, createSubmittedPayments } from '../../tests/e2e/support/data/payments.ts';
import type { PaymentShow } from '../../tests/e2e/support/data/payments.ts';
import type { Chance } from '../simulator/random.ts';
import { bundledProduct } from './bundled.ts';
import type { Bundled } from './bundled.ts';
import { callers } from './caller.ts';
import type { Caller } from './caller.ts';
import { documentsIn, findInconsistencies, Writers } from './sessions.ts';
import { until } from './product.ts';
import { incompleteActions } from './shards.ts';
import { machineLoad, logLine, runExperiment } from './experiment.ts';
import { faults, instruments } from './faults/kill.ts';
import type { PaymentSummary } from '#domain/payments/payment-response';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

const show = 'nlite';
const lanes = 12;
/** Seconds from the kill to the first answer. */
const limitSeconds = 5;
/** A lease expires after minutes, and the sweep runs every minute. */
const timeoutMs = 10 * 60_000;
const paymentsARun = 40;
const pdfsATime = 4;

/** Background work that was started just before a kill. */
interface BackgroundWork {
  paymentShow: PaymentShow;
  payments: PaymentSummary[];
  queryShards: () => Promise<BulkRun>;
  pdfs: string[];
}

async function startWork(
  paymentShow: PaymentShow,
  executive: Caller,
  reader: Caller,
  prefix: string,
  payments: PaymentSummary[],
): Promise<BackgroundWork> {
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
    ids.map((id) => requestPdf(reader.api, { docType: 'PAYMENT', id, showId: show })),
  );
  return {
    paymentShow,
    payments,
    queryShards: () => executive.api.get<BulkRun>(`${path}/${runId}?showId=${show}`),
    pdfs,
  };
}

/** Kills the runtime and waits for its restart. Returns seconds. */
async function killAndRestart(product: Bundled): Promise<number> {
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

/** Checks that bulk runs approved and released every item once, and that PDFs succeeded. */
async function checkContinued(reader: Caller, work: readonly BackgroundWork[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { paymentShow, payments, queryShards, pdfs } of work) {
    await until(
      'a bulk run has ended',
      timeoutMs,
      async () => (await queryShards()).status !== 'in_progress',
    ).catch((error: unknown) => wrong.push(String(error)));
    const { success, failed } = await queryShards();
    if (success.length !== payments.length || failed.length > 0)
      wrong.push(`a bulk run ended with ${success.length} approved, ${failed.length} failed`);
    const tasks = () => Promise.all(pdfs.map((id) => getPdfTask(reader.api, id)));
    await until('every PDF has ended', timeoutMs, async () =>
      (await tasks()).every(({ status }) => status !== 'in_progress'),
    ).catch((error: unknown) => wrong.push(String(error)));
    for (const { status, error } of await tasks())
      if (status !== 'success') wrong.push(`a PDF ended as ${status}: ${error}`);
    const releases = () => releasesOf(paymentShow, payments);
    await until('every payment is released', timeoutMs, async () =>
      (await releases()).every((n) => n > 0),
    ).catch((error: unknown) => wrong.push(String(error)));
    const wrongReleases = (await releases()).filter((times) => times !== 1).length;
    if (wrongReleases > 0) wrong.push(`${wrongReleases} payments were not released exactly once`);
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
  const paymentShow: PaymentShow = {
    show,
    books: { baseURL: product.books(), license: 'HSP-SA-1041', system: 'SA' },
    api: sam.api,
  };
  const runs = new Set([Math.ceil(count / 2), count]);
  const waitingBatch = () => createSubmittedPayments(paymentShow, { count: paymentsARun, account: 1 });
  const waiting = [await waitingBatch()];
  if (runs.size > 1) waiting.push(await waitingBatch());

  const writers = new Writers();
  const dead: { from: number; to: number }[] = [];
  // Calls that started before the restart may have been interrupted.
  writers.isExcused = (since) => dead.some(({ from, to }) => since < to && Date.now() >= from);
  await writers.start({ creator: dana, approvers: [marcus, priya] }, lanes, chance);
  const wrong: string[] = [];
  const restarts: number[] = [];
  const underWay: BackgroundWork[] = [];
  for (let cycle = 1; cycle <= count && wrong.length === 0; cycle += 1) {
    await pause(400 + chance.below(1200));
    const next = runs.has(cycle) ? waiting.pop() : undefined;
    if (next) {
      underWay.push(await startWork(paymentShow, grace, sam, next.prefix, next.payments));
      await pause(chance.below(600));
    }
    const life = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    dead.push(life);
    restarts.push(await killAndRestart(product));
    life.to = Date.now() + 500;
    const acknowledgedDocuments = writers.acknowledgedDocuments();
    wrong.push(
      ...findInconsistencies(product.queryShards(documentsIn).flat(), acknowledgedDocuments, false),
      ...product.queryShards(incompleteActions).flat(),
    );
    wrong.push(...writers.wrong);
    if (cycle % 10 === 0 || cycle === count)
      logLine(
        `${cycle} kills, ${writers.acknowledged} writes acknowledged, ${writers.repeated} repeated; ${machineLoad()}`,
      );
  }
  await writers.end();
  wrong.push(...writers.wrong);
  wrong.push(
    ...findInconsistencies(product.queryShards(documentsIn).flat(), writers.acknowledgedDocuments(), true),
    ...product.queryShards(incompleteActions).flat(),
  );
  const sorted = restarts.toSorted((a, b) => a - b);
  const slowest = sorted.at(-1) ?? 0;
  logLine(
    `answered again after ${sorted[sorted.length >> 1]?.toFixed(1)} s, at the latest ${slowest.toFixed(1)} s; ${machineLoad()}`,
  );
  if (slowest > limitSeconds)
    wrong.push(`it took ${slowest.toFixed(1)} s to answer again (${machineLoad()})`);
  if (writers.repeated === 0) wrong.push('nobody was at work when it was killed');
  wrong.push(...(await checkContinued(sam, underWay)));
  logLine(`${underWay.length} bulk runs and ${underWay.length * pdfsATime} PDFs were under way`);
  return [...new Set(wrong)];
}

await runExperiment({
  name: 'kill',
  serve: bundledProduct,
  count: { full: 100, perMutant: 12 },
  run: kills,
  instruments,
  faults,
});
