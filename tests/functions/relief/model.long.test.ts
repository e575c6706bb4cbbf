import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#domain/values/money';
import { wrongCounts } from '../../support/worker/database/counter-consistency.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  billBody,
  must,
  openInvoices,
  order,
  pullBill,
  submitBill,
} from '../../support/worker/fixtures/relief.ts';
import type { SeededOrder } from '../../support/worker/fixtures/relief.ts';
import { movementFaults } from '../../support/worker/budget/movements.ts';

beforeAll(openInvoices);

/** Two orders are billed by line, the third as a whole. */
const orderLines = [
  { order: 0, line: 1 },
  { order: 0, line: 2 },
  { order: 1, line: 1 },
  { order: 2, line: null },
  { order: null, line: null },
] as const;
type Place = (typeof orderLines)[number];
interface Line {
  place: Place;
  cents: number;
}

interface Invoice {
  id: string;
  state: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'VOID';
  lines: Line[];
}

const line = fc.record({
  place: fc.constantFrom(...orderLines),
  cents: fc.oneof(fc.integer({ min: 1, max: 70_00 }), fc.constantFrom(40_00, 60_00, -5_00)),
});
const lines = fc.array(line, { minLength: 1, maxLength: 5 }).filter((all) => sum(all) !== 0);
const words = ['submit', 'pull', 'revision', 'deny', 'void', 'approval', 'edit'] as const;
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ word: fc.constant('bill' as const), lines }) },
  { weight: 4, arbitrary: fc.record({ word: fc.constantFrom(...words), at: fc.nat(20), lines }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const given = (orders: readonly SeededOrder[], all: readonly Line[]) =>
  all.map(({ place, cents }) => {
    const of = place.order === null ? undefined : orders[place.order];
    return { cents, ...(of ? { of } : {}), ...(place.line === null ? {} : { line: place.line }) };
  });

/** The next status by action, where it is allowed. */
const next = {
  submit: { DRAFT: 'SUBMITTED' },
  pull: { SUBMITTED: 'DRAFT' },
  revision: { SUBMITTED: 'DRAFT' },
  deny: { SUBMITTED: 'VOID' },
  void: { SUBMITTED: 'VOID', APPROVED: 'VOID' },
  approval: { SUBMITTED: 'APPROVED' },
  edit: { DRAFT: 'DRAFT', SUBMITTED: 'SUBMITTED' },
} as const satisfies Record<(typeof words)[number], Partial<Record<Invoice['state'], Invoice['state']>>>;

interface World {
  orders: readonly SeededOrder[];
  invoices: Invoice[];
}

/**
 * Recounts everything by simple rules: the balance of each line without references to the whole order, and the total.
 */
function recount({ orders, invoices }: World) {
  const counting = invoices.filter(({ state }) => state === 'SUBMITTED' || state === 'APPROVED');
  return orders.map((one, index) => {
    const on = counting.flatMap((invoice) => invoice.lines).filter(({ place }) => place.order === index);
    const byLine = one.lines.map(
      ({ lineNumber, cents }) => cents - sum(on.filter(({ place }) => place.line === lineNumber)),
    );
    const left = sum(one.lines) - sum(on);
    return { byLine, left, taken: sum(on), isRelieved: on.length > 0 && left <= 0 };
  });
}

function sum(all: readonly { cents: number }[]): number {
  return all.reduce((total, { cents }) => total + cents, 0);
}

/** A relieved order can only be referenced if the saved invoice does so (DEC-38). */
function mayName(world: World, requested: readonly Line[], saved: readonly Line[]): boolean {
  const counted = recount(world);
  const known = new Set(saved.map(({ place }) => place.order));
  return requested.every(
    ({ place }) =>
      place.order === null || known.has(place.order) || counted[place.order]?.isRelieved === false,
  );
}

async function raise(world: World, all: Line[]): Promise<void> {
  if (mayName(world, all, [])) {
    world.invoices.push({ id: await bill(given(world.orders, all)), state: 'DRAFT', lines: all });
    return;
  }
  const answer = await as('ivan').post('/api/invoices', billBody(given(world.orders, all)));
  expect([answer.status, answer.body['errors']]).toEqual([400, ['reference_po']]);
}

async function edit(world: World, invoice: Invoice, all: Line[]): Promise<void> {
  const { id, state } = invoice;
  const who = as(state === 'DRAFT' ? 'ivan' : 'lena');
  const { lineItems, amount } = billBody(given(world.orders, all));
  const stored = (await who.get(`/api/invoices/${id}`)).body;
  const answer = await who.put(`/api/invoices/${id}`, { ...stored, lineItems, amount });
  const allowed = mayName(world, all, invoice.lines);
  expect([answer.status, answer.body['errors']]).toEqual(
    allowed ? [200, undefined] : [400, ['reference_po']],
  );
  if (allowed) invoice.lines = all;
}

async function turn(world: World, one: Step): Promise<void> {
  if (one.word === 'bill') return raise(world, one.lines);
  const { word } = one;
  const leads: Partial<Record<Invoice['state'], Invoice['state']>> = next[word];
  const able = world.invoices.filter(({ state }) => leads[state] !== undefined);
  const invoice = able[one.at % Math.max(able.length, 1)];
  if (!invoice) return;
  if (word === 'edit') return edit(world, invoice, one.lines);
  if (word === 'submit') await must(submitBill(invoice.id));
  else if (word === 'pull') await must(pullBill(invoice.id));
  else await must(actOnBill(invoice.id, word));
  invoice.state = leads[invoice.state] ?? invoice.state;
}

/** Number of relieved orders, which shows that the sequences get there. */
let relieved = 0;

async function agree(world: World): Promise<void> {
  for (const [index, expected] of recount(world).entries()) {
    const po = await read('dana', world.orders[index]?.id ?? '');
    const left = po.lineItems.map(({ remainingBalance }) => ({ cents: toCents(remainingBalance) }));
    if (index < 2) expect(left.map(({ cents }) => cents)).toEqual(expected.byLine);
    expect([sum(left), toCents(po.invoicedAmount), po.isRelieved]).toEqual([
      expected.left,
      expected.taken,
      expected.isRelieved,
    ]);
    relieved += po.isRelieved ? 1 : 0;
  }
  expect(await movementFaults()).toEqual([]);
}

test('DEC-39, DEC-38, DEC-27, BUD-20: every balance and every movement equals a recount after any sequence of invoice actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 24 }), async (steps) => {
      const orders = [await order([100_00, 50_00]), await order([60_00]), await order([40_00, 30_00, 20_00])];
      const world: World = { orders, invoices: [] };
      for (const one of steps) {
        if (world.invoices.length < 3) await raise(world, one.lines);
        await turn(world, one);
        await agree(world);
      }
      expect(await wrongCounts()).toEqual({});
    }),
    { numRuns: 6, seed: 20_261_103, endOnFailure: true },
  );
  expect(relieved).toBeGreaterThan(10);
}, 120_000);
