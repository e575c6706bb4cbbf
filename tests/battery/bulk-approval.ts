/**
 * 1,000 payments, two approvers who start the same selection at once, and a server that is killed in the middle: every
 * payment ends once (DEC-45). Minutes, and the real product: `node tests/battery/bulk-approval.ts`. Exits 1 when anything is not so.
 */
import type { BulkProgress, BulkRun } from '../../domain/bulk.ts';
import type { Payment, PaymentList, PaymentTemplate } from '../../domain/payment.ts';
import { ask, type Books } from '../e2e/support/books.ts';
import { freshProduct, inTurns, signedIn, until, type Call, type Product } from './product.ts';

const total = Number(process.argv[2] ?? 1000);
const show = 'nlite';
/** Both are on the one level of the second account's flow, of which one has to approve. */
const approvers = ['grace.lindqvist', 'robert.achebe'].map((name) => `${name}@backlot.example`);
const payeeName = 'Battery & Sons';
/** A lease runs out after two minutes, and the sweep brings back a hundred lost messages a minute. */
const patience = 15 * 60_000;

const began = Date.now();
const say = (text: string) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);

const listed = async (call: Call, status: string) =>
  call<PaymentList>('POST', `/api/payments/filter?showId=${show}&page=1&count=200`, {
    payeeNames: [payeeName],
    statuses: [status],
  });
const countOf = async (call: Call, status: string) => (await listed(call, status)).total;

/** The accountant makes out the payments, and they come in by the queue. */
async function makeOut(books: Books, sam: Call): Promise<void> {
  const vendors = JSON.parse(await (await ask(books, '/vendors')).text()) as {
    vendors: { externalId: string; isActive: boolean }[];
  };
  const vendorExternalId = vendors.vendors.find(({ isActive }) => isActive)?.externalId ?? '';
  const flows = await sam<PaymentTemplate[]>('GET', `/api/payment-workflow-template/listing?showId=${show}`);
  const account = flows.find(({ isDefault }) => !isDefault)?.paymentBankAccounts[0];
  if (!account) throw new Error('There is no second account');
  const payments = Array.from({ length: total }, (_one, n) => ({
    externalId: `battery-${String(n).padStart(4, '0')}`,
    number: `BT${String(n).padStart(5, '0')}`,
    createdAt: new Date(began).toISOString(),
    vendorExternalId,
    payeeName,
    paymentType: 'ACH',
    bankName: account.name,
    bankAccount: account.externalId,
    currencyCode: account.isoCurrencyCode,
    totalCents: 5_000 + n,
  }));
  for (let from = 0; from < total; from += 500)
    await ask(books, '/payments', { payments: payments.slice(from, from + 500) });
  await sam('POST', `/api/payments/refresh?showId=${show}`, {});
  await until('all payments imported', patience, async () => (await countOf(sam, 'DRAFT')) >= total);
}

async function idsOf(call: Call, status: string): Promise<string[]> {
  const pages = Math.ceil(total / 200);
  const all = await inTurns(
    Array.from({ length: pages }, (_one, n) => n + 1),
    4,
    (page) =>
      call<PaymentList>('POST', `/api/payments/filter?showId=${show}&page=${page}&count=200`, {
        payeeNames: [payeeName],
        statuses: [status],
      }),
  );
  return all.flatMap(({ payments }) => payments.map(({ id }) => id));
}

const start = (call: Call) =>
  call<BulkProgress>('POST', '/api/workflows/bulk-approval', {
    showId: show,
    timeZone: 'UTC',
    allSelected: true,
    filters: { payeeNames: [payeeName], statuses: ['SUBMITTED_FOR_APPROVAL'] },
    total,
  });
const look = (call: Call, runId: string) =>
  call<BulkRun>('GET', `/api/workflows/bulk-approval/${runId}?showId=${show}`);

/** How often accounting released each of our documents. */
async function releasesIn(books: Books): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after = 0; ;) {
    const answer = await ask(books, `/ledger?after=${after}`);
    const { entries } = JSON.parse(await answer.text()) as {
      entries: { seq: number; kind: string; docId: string }[];
    };
    for (const { kind, docId } of entries)
      if (kind === 'PAYMENT_RELEASE') found.set(docId, (found.get(docId) ?? 0) + 1);
    const last = entries.at(-1);
    if (!last) return found;
    after = last.seq;
  }
}

const wrong: string[] = [];
function expectNone(what: string, strange: readonly unknown[]): void {
  if (strange.length > 0) wrong.push(`${what}: ${strange.length}, such as ${JSON.stringify(strange[0])}`);
}

/** Every item of a run has one result; between the two runs every payment was approved in one of them. */
function judgeRuns(runs: readonly BulkRun[], ids: readonly string[]): void {
  for (const run of runs) {
    const ended = [...run.success, ...run.failed.map(({ id }) => id)];
    expectNone(
      'items of a run without their end',
      ids.filter((id) => ended.filter((one) => one === id).length !== 1),
    );
    expectNone(
      'failed for another reason than that somebody else was first',
      run.failed.filter(({ code }) => code !== 'WORKFLOW_CONFLICT'),
    );
  }
  const approved = runs.flatMap(({ success }) => success);
  expectNone(
    'payments that are not approved in one run',
    ids.filter((id) => approved.filter((one) => one === id).length !== 1),
  );
}

/** One approval each in the history, and accounting has it, and was told once. */
async function judgePayments(call: Call, books: Books, ids: readonly string[]): Promise<void> {
  const payments = await inTurns(ids, 8, (id) => call<Payment>('GET', `/api/payments/${id}?showId=${show}`));
  expectNone(
    'payments that are not approved',
    payments.filter(({ status }) => status !== 'APPROVED').map(({ number }) => number),
  );
  expectNone(
    'payments without exactly one approval',
    payments
      .filter(({ historyEvents }) => historyEvents.map(({ type }) => type).join() !== 'APPROVED,SUBMITTED')
      .map(({ number }) => number),
  );
  expectNone(
    'payments that do not say that accounting has them',
    payments
      .filter(
        ({ sendHistoryResource }) => sendHistoryResource.map((one) => one.isSuccessful).join() !== 'true',
      )
      .map(({ number }) => number),
  );
  const releases = await releasesIn(books);
  expectNone(
    'payments not released exactly once',
    ids.filter((id) => releases.get(id) !== 1),
  );
}

async function battery(product: Product): Promise<void> {
  await product.start();
  const books: Books = { baseURL: product.address(), license: 'HSP-SA-1041', system: 'SA' };
  const sam = await signedIn(product.address(), 'sam@backlot.example');
  await makeOut(books, sam);
  const ids = await idsOf(sam, 'DRAFT');
  say(`${ids.length} payments imported`);
  await inTurns(ids, 8, (id) => sam('PUT', `/api/payments/${id}/submit?showId=${show}`, {}));
  say(`${await countOf(sam, 'SUBMITTED_FOR_APPROVAL')} submitted`);

  const calls = await Promise.all(approvers.map((name) => signedIn(product.address(), name)));
  const runs = await Promise.all(calls.map(start));
  say(`two runs over the same selection: ${runs.map((run) => `${run.total} items`).join(', ')}`);
  const looks = () => Promise.all(calls.map((call, n) => look(call, runs[n]?.runId ?? '')));
  await until('a third is approved', patience, async () =>
    (await looks()).some(({ numSuccess }) => numSuccess >= total / 3),
  );
  await product.kill();
  say('killed');
  await product.start();
  const written = await looks();
  const done = await countOf(sam, 'APPROVED');
  say(
    `started again: ${done} approved, results written ${written.map((run) => `${run.numSuccess} + ${run.numFailure} failed`).join(' and ')}; released ${(await releasesIn(books)).size}`,
  );

  await until('both runs have ended', patience, async () =>
    (await looks()).every(({ status }) => status !== 'in_progress'),
  );
  const ended = await looks();
  say(
    `both ended: ${ended.map((run) => `${run.status}, ${run.numSuccess} approved, ${run.numFailure} failed`).join('; ')}`,
  );
  await until('everything is released', patience, async () => {
    const releases = await releasesIn(books);
    return ids.every((id) => releases.has(id));
  });
  say('everything released');
  judgeRuns(ended, ids);
  await judgePayments(sam, books, ids);
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
