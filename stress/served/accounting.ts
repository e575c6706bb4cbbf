/**
 * Approves payments while accounting is down for ten minutes, fails every other time, is 30 seconds late, answers half
 * of its JSON, or does not answer after posting, behind a real HTTP server (DEC-03, DEC-32, DEC-61): approvals succeed,
 * the circuit breaker opens and closes, and every payment is released once. `node stress/served/accounting.ts
 * [minutes] [seed]`; then a shorter run with mutants that must be found. Exits 1 on a violation.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import { mapConcurrent } from '../../scripts/processes/map-concurrent.mjs';
import { getPayment, createSubmittedPayments } from '../../tests/e2e/support/data/payments.ts';
import type { PaymentShow } from '../../tests/e2e/support/data/payments.ts';
import { person } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';
import type { Patch } from '../simulator/patch.ts';
import { chanceOf } from '../simulator/random.ts';
import { faultyAccounting } from './faulty-accounting.ts';
import type { FaultyAccounting, FailureMode } from './faulty-accounting.ts';
import { freshProduct, until } from './product.ts';
import type { Product } from './product.ts';
import { isSentOnce, releasesIn } from './releases.ts';
import type { PaymentSummary } from '#domain/payments/payment-response';

const minutes = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? 1);
const show = 'nlite';
/** After ten minutes a job may be delayed for as long as it has been waiting. */
const timeoutMs = 30 * 60_000;
/** Slower approvals must have waited for accounting itself. */
const quickMs = 3_000;

interface Phase {
  failureMode: FailureMode;
  approvals: number;
  /** Interval between approvals. */
  everyMs: number;
}

/** Accounting is down for the whole phase; the other phases last as long as their approvals take. */
const phasesOf = (downMinutes: number): Phase[] => [
  { failureMode: 'down', approvals: Math.max(6, downMinutes * 6), everyMs: 10_000 },
  { failureMode: 'half', approvals: 30, everyMs: 500 },
  { failureMode: 'slow', approvals: 12, everyMs: 8_000 },
  { failureMode: 'garbage', approvals: 10, everyMs: 1_000 },
  { failureMode: 'silent', approvals: 10, everyMs: 4_000 },
];

interface Answered {
  ms: number;
  status: '200' | '424' | 'wrong';
}

interface Row {
  approvals: number;
  stood: number;
  quick: number;
  slowestMs: number;
  rested: boolean;
  backAfterSeconds: number;
}

interface Round {
  rows: Record<string, Row>;
  wrong: string[];
}

/** One click of an approver, without a time limit. */
async function approve(who: Person, payment: PaymentSummary): Promise<Answered> {
  const { id: docId, workflowStepId } = payment;
  const began = Date.now();
  const status = await who
    .post('/api/workflows/approval', { docId, docType: 'PAYMENT', workflowStepId, showId: show })
    .then(
      () => '200' as const,
      (error: unknown) =>
        /: 424 .*"approved":true/.test(String(error)) ? ('424' as const) : ('wrong' as const),
    );
  return { ms: Date.now() - began, status };
}

class AccountingCheck {
  readonly product: Product;
  readonly books: FaultyAccounting;
  readonly wrong: string[] = [];
  readonly rows: Record<string, Row> = {};
  #waiting: PaymentSummary[] = [];

  constructor(product: Product, books: FaultyAccounting) {
    this.product = product;
    this.books = books;
  }

  async run(phases: readonly Phase[], endsWithinMs: number): Promise<Round> {
    await this.product.start();
    const address = this.product.address();
    const request = await requests.newContext({ baseURL: address });
    const as = (name: string) => person(request, address, `${name}@backlot.example`, show);
    const [clerk, approver] = [await as('sam'), await as('grace.lindqvist')];
    await request.dispose();
    const paymentShow: PaymentShow = {
      show,
      books: { baseURL: address, license: 'HSP-SA-1041', system: 'SA' },
      api: clerk,
    };
    const count = phases.reduce((sum, { approvals }) => sum + approvals, 0) + 25 * phases.length;
    const { payments } = await createSubmittedPayments(paymentShow, { count, account: 1 });
    this.#waiting = [...payments];
    const used: PaymentSummary[] = [];
    for (const phase of phases) used.push(...(await this.#phase(approver, phase)));
    await this.#judge(paymentShow, used, endsWithinMs);
    return { rows: this.rows, wrong: this.wrong };
  }

  #next(): PaymentSummary {
    const payment = this.#waiting.shift();
    if (!payment) throw new Error('There are no more payments');
    return payment;
  }

  /** Approves payments while accounting fails, then until one approval is answered without a failure. */
  async #phase(approver: Person, { failureMode, approvals, everyMs }: Phase): Promise<PaymentSummary[]> {
    const { books, product, wrong } = this;
    const used: PaymentSummary[] = [];
    const answered: Answered[] = [];
    const rests = product.logged('accounting circuit open');
    books.failureMode = failureMode;
    const began = Date.now();
    for (let n = 0; n < approvals; n += 1) {
      const payment = this.#next();
      used.push(payment);
      answered.push(await approve(approver, payment));
      await pause(Math.max(0, began + (n + 1) * everyMs - Date.now()));
    }
    const lasted = Date.now() - began;
    const hasOpened = product.logged('accounting circuit open') > rests;
    books.failureMode = 'well';
    const back = await this.#back(approver, used);
    const quick = answered.filter(({ ms }) => ms <= quickMs).length;
    const stood = answered.filter(({ status }) => status !== 'wrong').length;
    // Three approvals may wait to open the circuit, and one per minute to probe accounting.
    const mayWait = 3 + Math.ceil(lasted / 60_000);
    if (stood < approvals) wrong.push(`${failureMode}: ${approvals - stood} approvals do not stand`);
    if (approvals - quick > mayWait)
      wrong.push(`${failureMode}: ${approvals - quick} approvers waited, more than ${mayWait}`);
    if (failureMode !== 'half' && !hasOpened) wrong.push(`${failureMode}: accounting did not rest`);
    if (back === null) wrong.push(`${failureMode}: accounting was well again, and nobody reached it`);
    const slowestMs = Math.max(...answered.map(({ ms }) => ms));
    const backAfterSeconds = back === null ? -1 : Math.round(back / 1000);
    this.rows[failureMode] = { approvals, stood, quick, slowestMs, rested: hasOpened, backAfterSeconds };
    return used;
  }

  /** Returns the milliseconds until an approval succeeds; null after two and a half minutes. */
  async #back(approver: Person, used: PaymentSummary[]): Promise<number | null> {
    const began = Date.now();
    for (let turn = 0; turn < 25; turn += 1) {
      const payment = this.#next();
      used.push(payment);
      if ((await approve(approver, payment)).status === '200') return Date.now() - began;
      await pause(6_000);
    }
    return null;
  }

  /** Checks that accounting released every payment once, and that each payment shows it. */
  async #judge(paymentShow: PaymentShow, used: readonly PaymentSummary[], withinMs: number): Promise<void> {
    let open: readonly PaymentSummary[] = used;
    await until('every payment says that accounting has it', withinMs, async () => {
      const found = await mapConcurrent(open, 4, (payment) => getPayment(paymentShow, payment));
      open = open.filter((_, n) => !found[n] || !isSentOnce(found[n]));
      await pause(open.length === 0 ? 0 : 5_000);
      return open.length === 0;
    }).catch((error: unknown) => this.wrong.push(`${String(error)}: ${open.length} do not`));
    const releases = await releasesIn(paymentShow);
    const wrongReleases = used.filter(({ id }) => releases.get(id) !== 1);
    if (wrongReleases.length > 0)
      this.wrong.push(`${wrongReleases.length} payments were not released exactly once`);
  }
}

async function round(
  phases: readonly Phase[],
  endsWithinMs: number,
  patches: readonly Patch[] = [],
): Promise<Round> {
  let address = '';
  const books = await faultyAccounting(() => address, chanceOf(seed));
  const product = await freshProduct({ patches, vars: { ACCOUNTING_URL: books.address } });
  address = product.address();
  try {
    return await new AccountingCheck(product, books).run(phases, endsWithinMs);
  } finally {
    books.close();
    await product.end();
  }
}

const circuitBreaker = 'functions/store/show/accounting/circuit-breaker.ts';
const mutants: { name: string; patch: Patch; phases: Phase[] }[] = [
  {
    name: 'the circuit never opens',
    patch: {
      file: circuitBreaker,
      find: 'const failureThreshold = 3;',
      replace: 'const failureThreshold = 3000;',
    },
    phases: [{ failureMode: 'silent', approvals: 5, everyMs: 500 }],
  },
  {
    name: 'the circuit is never probed',
    patch: { file: circuitBreaker, find: 'return rows.length > 0;', replace: 'return rows.length > 1;' },
    phases: [{ failureMode: 'down', approvals: 5, everyMs: 500 }],
  },
];

const { rows, wrong } = await round(phasesOf(minutes), timeoutMs);
console.table(rows);
for (const sentence of wrong) console.error(sentence);
let missed = 0;
for (const { name, patch, phases } of mutants) {
  const { wrong: found } = await round(phases, 1_000, [patch]);
  const proofs = found.filter((sentence) => !sentence.startsWith('Error: Not within'));
  if (proofs.length === 0) missed += 1;
  console.log(
    `  ${proofs.length === 0 ? 'NOT FOUND' : 'found'}  ${name}${proofs[0] ? ` (${proofs[0]})` : ''}`,
  );
}
const isGood = wrong.length === 0 && missed === 0;
console.log(isGood ? `seed ${seed}: every payment was released once` : `seed ${seed}: not as it should be`);
process.exitCode = isGood ? 0 : 1;
