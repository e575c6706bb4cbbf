/**
 * 1,000 payments, two approvers who start the same selection at once, and a server that is killed in the middle: every
 * payment ends once (DEC-45). Minutes, and the real product: `node battery/served/bulk-approval.ts`. Exits 1 when anything is not so.
 */
import { request as requests } from '@playwright/test';
import type { BulkProgress, BulkRun } from '../../domain/bulk-approval/bulk.ts';
import type { Payment, PaymentList } from '../../domain/payments/payment.ts';
import { inTurns } from '../../scripts/processes/map-concurrent.mjs';
import { storedPayment, waitingPayments, type Cashier } from '../../tests/e2e/support/data/payments.ts';
import { person, type Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct, until, type Product } from './product.ts';
import { isSentOnce, releasesIn } from './releases.ts';
import { say } from './experiment.ts';

const total = Number(process.argv[2] ?? 1000);
const show = 'nlite';
/** Both are on the one level of the second account's flow, of which one has to approve. */
const approvers = ['grace.lindqvist', 'robert.achebe'];
/** A lease runs out after two minutes, and the sweep brings back a hundred lost messages a minute. */
const timeoutMs = 15 * 60_000;

/** Signs somebody in; the session outlives the server. */
async function signedIn(address: string, name: string): Promise<Person> {
  const request = await requests.newContext({ baseURL: address });
  const who = await person(request, address, `${name}@backlot.example`, show);
  await request.dispose();
  return who;
}

interface Runs {
  look: () => Promise<BulkRun[]>;
}

/** Both at once over everything whose number has the prefix. */
async function startedByBoth(address: string, prefix: string): Promise<Runs> {
  const people = await Promise.all(approvers.map((name) => signedIn(address, name)));
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
  const look = () =>
    Promise.all(people.map((who, n) => who.get<BulkRun>(`${path}/${ids[n]}?showId=${show}`)));
  return { look };
}

const wrong: string[] = [];
function expectNone(what: string, strange: readonly unknown[]): void {
  if (strange.length > 0) wrong.push(`${what}: ${strange.length}, such as ${JSON.stringify(strange[0])}`);
}

/** Every item of a run has one result; between the two runs every payment was approved in one of them. */
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

/** One approval each in the history, and accounting was told once. */
async function judgePayments(place: Cashier, ids: readonly string[]): Promise<void> {
  const payments = await inTurns(ids, 8, (id) => storedPayment(place, { id }));
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
  const releases = await releasesIn(place);
  expectNone(
    'payments not released exactly once',
    ids.filter((id) => releases.get(id) !== 1),
  );
}

/** The server dies with a third of it done, and the runs end all the same; answers them as they ended. */
async function endedThroughDeath(
  product: Product,
  place: Cashier,
  prefix: string,
  runs: Runs,
): Promise<BulkRun[]> {
  await until('a third is approved', timeoutMs, async () =>
    (await runs.look()).some(({ numSuccess }) => numSuccess >= total / 3),
  );
  await product.kill();
  await product.start();
  const written = (await runs.look()).map((run) => `${run.numSuccess} + ${run.numFailure} failed`);
  const query = { paymentNumbers: [prefix], statuses: ['APPROVED'] };
  const approved = await place.api.post<PaymentList>(`/api/payments/filter?showId=${show}&count=1`, query);
  const released = (await releasesIn(place)).size;
  say(
    `killed, and started again: ${approved.total} approved, ${released} released, results: ${written.join(', ')}`,
  );
  await until('both runs have ended', timeoutMs, async () =>
    (await runs.look()).every(({ status }) => status !== 'in_progress'),
  );
  const ended = await runs.look();
  say(`both ended: ${ended.map((run) => `${run.numSuccess} approved, ${run.numFailure} failed`).join('; ')}`);
  return ended;
}

async function battery(product: Product): Promise<void> {
  await product.start();
  const address = product.address();
  const books = { baseURL: address, license: 'HSP-SA-1041', system: 'SA' } as const;
  const place: Cashier = { show, books, api: await signedIn(address, 'sam') };
  const { prefix, payments } = await waitingPayments(place, { count: total, account: 1 });
  const ids = payments.map(({ id }) => id);
  say(`${ids.length} payments made out, imported and submitted`);
  const runs = await startedByBoth(address, prefix);
  say(`two runs over the same selection: ${(await runs.look()).map((run) => run.total).join(' and ')} items`);
  const ended = await endedThroughDeath(product, place, prefix, runs);
  let late = ids;
  await until('every payment says that accounting has it', timeoutMs, async () => {
    const found = await inTurns(late, 8, (id) => storedPayment(place, { id }));
    late = found.filter((payment) => !isSentOnce(payment)).map(({ id }) => id);
    return late.length === 0;
  });
  say('every payment says that accounting has it');
  judgeRuns(ended, ids);
  await judgePayments(place, ids);
}

const product = await freshProduct();
try {
  await battery(product);
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
say(wrong.length === 0 ? `all ${total} payments ended once` : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
