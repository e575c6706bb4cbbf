/**
 * Accounting that is down for ten minutes, fails every other time, is 30 seconds late, answers half sentences, and is
 * silent after it has posted, behind a real HTTP server, while payments are approved (DEC-03, DEC-32, DEC-61): approvals
 * stand and are answered, it rests and wakes, and every payment is released once. `node battery/served/accounting.ts [minutes]
 * [seed]`; then the same, shortened, with faults planted that must be found. Exits 1 when anything is not so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request as requests } from '@playwright/test';
import type { PaymentSummary } from '../../domain/payments/payment.ts';
import { inTurns } from '../../scripts/processes/map-concurrent.mjs';
import { storedPayment, waitingPayments } from '../../tests/e2e/support/data/payments.ts';
import type { Cashier } from '../../tests/e2e/support/data/payments.ts';
import { person } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';
import type { Patch } from '../simulator/patch.ts';
import { chanceOf } from '../simulator/random.ts';
import { faultyBooks } from './faulty-books.ts';
import type { FaultyBooks, Mood } from './faulty-books.ts';
import { freshProduct, until } from './product.ts';
import type { Product } from './product.ts';
import { isSentOnce, releasesIn } from './releases.ts';

const minutes = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? 1);
const show = 'nlite';
/** After the tenth minute an errand may rest as long as it has been waiting. */
const timeoutMs = 30 * 60_000;
/** Longer than that an approver waits only for accounting itself. */
const quickMs = 3_000;

interface Phase {
  mood: Mood;
  approvals: number;
  /** Between them. */
  everyMs: number;
}

/** Accounting is down all the time of its phase; the others last as long as it takes. */
const phasesOf = (downMinutes: number): Phase[] => [
  { mood: 'down', approvals: Math.max(6, downMinutes * 6), everyMs: 10_000 },
  { mood: 'half', approvals: 30, everyMs: 500 },
  { mood: 'slow', approvals: 12, everyMs: 8_000 },
  { mood: 'garbage', approvals: 10, everyMs: 1_000 },
  { mood: 'silent', approvals: 10, everyMs: 4_000 },
];

interface Answered {
  ms: number;
  told: '200' | '424' | 'wrong';
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

/** One approver's click, as long as it takes. */
async function approve(who: Person, payment: PaymentSummary): Promise<Answered> {
  const { id: docId, workflowStepId } = payment;
  const began = Date.now();
  const told = await who
    .post('/api/workflows/approval', { docId, docType: 'PAYMENT', workflowStepId, showId: show })
    .then(
      () => '200' as const,
      (error: unknown) =>
        /: 424 .*"approved":true/.test(String(error)) ? ('424' as const) : ('wrong' as const),
    );
  return { ms: Date.now() - began, told };
}

class Battery {
  readonly product: Product;
  readonly books: FaultyBooks;
  readonly wrong: string[] = [];
  readonly rows: Record<string, Row> = {};
  #waiting: PaymentSummary[] = [];

  constructor(product: Product, books: FaultyBooks) {
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
    const place: Cashier = {
      show,
      books: { baseURL: address, license: 'HSP-SA-1041', system: 'SA' },
      api: clerk,
    };
    const count = phases.reduce((sum, { approvals }) => sum + approvals, 0) + 25 * phases.length;
    const { payments } = await waitingPayments(place, { count, account: 1 });
    this.#waiting = [...payments];
    const used: PaymentSummary[] = [];
    for (const phase of phases) used.push(...(await this.#phase(approver, phase)));
    await this.#judge(place, used, endsWithinMs);
    return { rows: this.rows, wrong: this.wrong };
  }

  #next(): PaymentSummary {
    const payment = this.#waiting.shift();
    if (!payment) throw new Error('There are no more payments');
    return payment;
  }

  /** Approvals while accounting does badly, and then until one is answered well again. */
  async #phase(approver: Person, { mood, approvals, everyMs }: Phase): Promise<PaymentSummary[]> {
    const { books, product, wrong } = this;
    const used: PaymentSummary[] = [];
    const answered: Answered[] = [];
    const rests = product.logged('accounting rests');
    books.mood = mood;
    const began = Date.now();
    for (let n = 0; n < approvals; n += 1) {
      const payment = this.#next();
      used.push(payment);
      answered.push(await approve(approver, payment));
      await pause(Math.max(0, began + (n + 1) * everyMs - Date.now()));
    }
    const lasted = Date.now() - began;
    const hasRested = product.logged('accounting rests') > rests;
    books.mood = 'well';
    const back = await this.#back(approver, used);
    const quick = answered.filter(({ ms }) => ms <= quickMs).length;
    const stood = answered.filter(({ told }) => told !== 'wrong').length;
    // Three find out that it is not there, and one a minute whether it is back.
    const mayWait = 3 + Math.ceil(lasted / 60_000);
    if (stood < approvals) wrong.push(`${mood}: ${approvals - stood} approvals do not stand`);
    if (approvals - quick > mayWait)
      wrong.push(`${mood}: ${approvals - quick} approvers waited, more than ${mayWait}`);
    if (mood !== 'half' && !hasRested) wrong.push(`${mood}: accounting did not rest`);
    if (back === null) wrong.push(`${mood}: accounting was well again, and nobody reached it`);
    const slowestMs = Math.max(...answered.map(({ ms }) => ms));
    const backAfterSeconds = back === null ? -1 : Math.round(back / 1000);
    this.rows[mood] = { approvals, stood, quick, slowestMs, rested: hasRested, backAfterSeconds };
    return used;
  }

  /** Milliseconds until an approval is answered well; null after two and a half minutes. */
  async #back(approver: Person, used: PaymentSummary[]): Promise<number | null> {
    const began = Date.now();
    for (let turn = 0; turn < 25; turn += 1) {
      const payment = this.#next();
      used.push(payment);
      if ((await approve(approver, payment)).told === '200') return Date.now() - began;
      await pause(6_000);
    }
    return null;
  }

  /** In the end accounting has every one of them, once, and each says so. */
  async #judge(place: Cashier, used: readonly PaymentSummary[], withinMs: number): Promise<void> {
    let open: readonly PaymentSummary[] = used;
    await until('every payment says that accounting has it', withinMs, async () => {
      const found = await inTurns(open, 4, (payment) => storedPayment(place, payment));
      open = open.filter((_, n) => !found[n] || !isSentOnce(found[n]));
      await pause(open.length === 0 ? 0 : 5_000);
      return open.length === 0;
    }).catch((error: unknown) => this.wrong.push(`${String(error)}: ${open.length} do not`));
    const releases = await releasesIn(place);
    const strange = used.filter(({ id }) => releases.get(id) !== 1);
    if (strange.length > 0) this.wrong.push(`${strange.length} payments were not released exactly once`);
  }
}

async function round(
  phases: readonly Phase[],
  endsWithinMs: number,
  patches: readonly Patch[] = [],
): Promise<Round> {
  let address = '';
  const books = await faultyBooks(() => address, chanceOf(seed));
  const product = await freshProduct({ patches, vars: { ACCOUNTING_URL: books.address } });
  address = product.address();
  try {
    return await new Battery(product, books).run(phases, endsWithinMs);
  } finally {
    books.close();
    await product.end();
  }
}

const rests = 'functions/store/show/accounting/circuit-breaker.ts';
const planted: { name: string; patch: Patch; phases: Phase[] }[] = [
  {
    name: 'accounting never rests',
    patch: { file: rests, find: 'const failuresBefore = 3;', replace: 'const failuresBefore = 3000;' },
    phases: [{ mood: 'silent', approvals: 5, everyMs: 500 }],
  },
  {
    name: 'nobody tries whether accounting is back',
    patch: { file: rests, find: 'return rows.length > 0;', replace: 'return rows.length > 1;' },
    phases: [{ mood: 'down', approvals: 5, everyMs: 500 }],
  },
];

const { rows, wrong } = await round(phasesOf(minutes), timeoutMs);
console.table(rows);
for (const sentence of wrong) console.error(sentence);
let missed = 0;
for (const { name, patch, phases } of planted) {
  const { wrong: found } = await round(phases, 1_000, [patch]);
  const telling = found.filter((sentence) => !sentence.startsWith('Error: Not within'));
  if (telling.length === 0) missed += 1;
  console.log(
    `  ${telling.length === 0 ? 'NOT FOUND' : 'found'}  ${name}${telling[0] ? ` (${telling[0]})` : ''}`,
  );
}
const isGood = wrong.length === 0 && missed === 0;
console.log(isGood ? `seed ${seed}: every payment was released once` : `seed ${seed}: not as it should be`);
process.exitCode = isGood ? 0 : 1;
