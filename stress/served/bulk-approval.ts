/**
 * Two approvers start the same selection of 1,000 payments at once, and the server is killed in the middle: every
 * payment is approved once (DEC-45). Takes minutes and serves the real product: `node stress/served/bulk-approval.ts`.
 * Exits 1 on a violation.
 */
import { request as requests } from '@playwright/test';
import { mapConcurrent } from '../../scripts/processes/map-concurrent.mjs';
import {
  getPayment,
  createSubmittedPayments,
  type PaymentShow,
} from '../../tests/e2e/support/data/payments.ts';
import { person, type Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct, until, type Product } from './product.ts';
import { isSentOnce, releasesIn } from './releases.ts';
import { logLine } from './experiment.ts';
import type { Payment, PaymentList } from '#domain/payments/payment-response';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

const total = Number(process.argv[2] ?? 1000);
const show = 'nlite';
/** Both belong to the one level of the second account's workflow, which needs one approval. */
const approvers = ['grace.lindqvist', 'robert.achebe'];
/** A lease expires after two minutes, and the sweep sends a hundred lost messages again per minute. */
const timeoutMs = 15 * 60_000;

/** Signs in; the session survives the restart of the server. */
async function signIn(address: string, name: string): Promise<Person> {
  const request = await requests.newContext({ baseURL: address });
  const who = await person(request, address, `${name}@backlot.example`, show);
  await request.dispose();
  return who;
}

interface Runs {
  readRuns: () => Promise<BulkRun[]>;
}

/** Starts both runs at once for all payments whose number has the prefix. */
async function startBothRuns(address: string, prefix: string): Promise<Runs> {
  const people = await Promise.all(approvers.map((name) => signIn(address, name)));
  const wanted = {
    showId: show,
    timeZone: 'UTC',
    allSelected: true,
    filters: { paymentNumbers: [prefix], statuses: ['SUBMITTED_FOR_APPROVAL'] },
    total,
  };
  const path = '/api/workflows/bulk-approval';
  const started = await Promise.all(people.map((who) => who.post<BulkProgress>(path, wanted)));
  const ids = started.map(({ runId }) => runId);
  const readRuns = () =>
    Promise.all(people.map((who, n) => who.get<BulkRun>(`${path}/${ids[n]}?showId=${show}`)));
  return { readRuns };
}

const wrong: string[] = [];
function expectNone(what: string, wrongItems: readonly unknown[]): void {
  if (wrongItems.length > 0)
    wrong.push(`${what}: ${wrongItems.length}, such as ${JSON.stringify(wrongItems[0])}`);
}

/** Checks that every item of a run has one result, and that every payment was approved in one of the two runs. */
function judgeRuns(runs: readonly BulkRun[], ids: readonly string[]): void {
  const notOnceIn = (list: readonly string[]) =>
    ids.filter((id) => list.filter((one) => one === id).length !== 1);
  for (const { success, failed } of runs) {
    const ended = [...success, ...failed.map(({ id }) => id)];
    expectNone('items of a run that did not end once', notOnceIn(ended));
    expectNone(
      'failed for another reason than that somebody else was first',
      failed.filter(({ code }) => code !== 'WORKFLOW_CONFLICT'),
    );
  }
  expectNone('payments not approved in one run', notOnceIn(runs.flatMap(({ success }) => success)));
}

/** Checks that each history has one approval, and that accounting got one push. */
async function judgePayments(paymentShow: PaymentShow, ids: readonly string[]): Promise<void> {
  const payments = await mapConcurrent(ids, 8, (id) => getPayment(paymentShow, { id }));
  const numbers = (isWrong: (payment: Payment) => boolean) =>
    payments.filter(isWrong).map(({ number }) => number);
  expectNone(
    'payments that are not approved',
    numbers(({ status }) => status !== 'APPROVED'),
  );
  expectNone(
    'payments without exactly one approval',
    numbers(({ historyEvents }) => historyEvents.map(({ type }) => type).join() !== 'APPROVED,SUBMITTED'),
  );
  const releases = await releasesIn(paymentShow);
  expectNone(
    'payments not released exactly once',
    ids.filter((id) => releases.get(id) !== 1),
  );
}

/** Kills the server after a third of the items and waits for the end of the runs. Returns the ended runs. */
async function finishDespiteKill(
  product: Product,
  paymentShow: PaymentShow,
  prefix: string,
  runs: Runs,
): Promise<BulkRun[]> {
  await until('a third is approved', timeoutMs, async () =>
    (await runs.readRuns()).some(({ numSuccess }) => numSuccess >= total / 3),
  );
  await product.kill();
  await product.start();
  const written = (await runs.readRuns()).map((run) => `${run.numSuccess} + ${run.numFailure} failed`);
  const query = { paymentNumbers: [prefix], statuses: ['APPROVED'] };
  const approved = await paymentShow.api.post<PaymentList>(
    `/api/payments/filter?showId=${show}&count=1`,
    query,
  );
  const released = (await releasesIn(paymentShow)).size;
  logLine(
    `killed, and started again: ${approved.total} approved, ${released} released, results: ${written.join(', ')}`,
  );
  await until('both runs have ended', timeoutMs, async () =>
    (await runs.readRuns()).every(({ status }) => status !== 'in_progress'),
  );
  const ended = await runs.readRuns();
  logLine(
    `both ended: ${ended.map((run) => `${run.numSuccess} approved, ${run.numFailure} failed`).join('; ')}`,
  );
  return ended;
}

async function runCheck(product: Product): Promise<void> {
  await product.start();
  const address = product.address();
  const books = { baseURL: address, license: 'HSP-SA-1041', system: 'SA' } as const;
  const paymentShow: PaymentShow = { show, books, api: await signIn(address, 'sam') };
  const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: total, account: 1 });
  const ids = payments.map(({ id }) => id);
  logLine(`${ids.length} payments made out, imported and submitted`);
  const runs = await startBothRuns(address, prefix);
  logLine(
    `two runs over the same selection: ${(await runs.readRuns()).map((run) => run.total).join(' and ')} items`,
  );
  const ended = await finishDespiteKill(product, paymentShow, prefix, runs);
  let late = ids;
  await until('every payment says that accounting has it', timeoutMs, async () => {
    const found = await mapConcurrent(late, 8, (id) => getPayment(paymentShow, { id }));
    late = found.filter((payment) => !isSentOnce(payment)).map(({ id }) => id);
    return late.length === 0;
  });
  logLine('every payment says that accounting has it');
  judgeRuns(ended, ids);
  await judgePayments(paymentShow, ids);
}

const product = await freshProduct();
try {
  await runCheck(product);
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
logLine(wrong.length === 0 ? `all ${total} payments ended once` : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
