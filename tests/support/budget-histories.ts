import fc from 'fast-check';
import { expect } from 'vitest';
import { countInvoice, countOrder, mergeCounts } from '#domain/budget/measures';
import type { Count, CountedDraw, CountedInvoice, CountedOrder } from '#domain/budget/measures';
import { movementsBetween } from '#domain/budget/movements';
import type { Movement } from '#domain/budget/movements';

const when = { effectiveDay: '2026-11-03', recordedAt: '2026-11-03T10:00:00.000Z' };

type Line = CountedOrder['linesInForce'][number];
interface Order {
  id: string;
  currency: string;
  /** What the user sees. */
  lines: Line[];
  /** The approved version; null before the first approval, and after a void. */
  approved: Line[] | null;
  state: 'DRAFT' | 'IN_APPROVAL' | 'APPROVED' | 'VOID';
}
interface Invoice {
  id: string;
  currency: string;
  state: 'DRAFT' | 'IN_APPROVAL' | 'APPROVED' | 'VOID';
  lines: { id: string; account: string; coding: string; cents: number; orderLineId: string | null }[];
}

/** The documents of a show, changed as the product changes them. */
interface World {
  orders: Map<string, Order>;
  invoices: Map<string, Invoice>;
}

const factsOf = ({ id, currency, lines, approved, state }: Order): CountedOrder => ({
  id,
  currency,
  linesInForce: approved ?? [],
  linesInApproval: state === 'IN_APPROVAL' ? lines : null,
});

const invoiceFactsOf = ({ id, currency, lines, state }: Invoice): CountedInvoice => ({
  id,
  currency,
  lines,
  state: state === 'APPROVED' || state === 'IN_APPROVAL' ? state : 'NONE',
});

function drawsOn(order: Order, { invoices }: World): CountedDraw[] {
  const ids = new Set([...order.lines, ...(order.approved ?? [])].map(({ id }) => id));
  return [...invoices.values()]
    .filter(({ state }) => state === 'APPROVED' || state === 'IN_APPROVAL')
    .flatMap(({ id: invoiceId, state, lines }) =>
      lines.flatMap(({ id: invoiceLineId, orderLineId, account, cents }) =>
        orderLineId !== null && ids.has(orderLineId)
          ? [{ invoiceId, invoiceLineId, orderLineId, account, cents, isApproved: state === 'APPROVED' }]
          : [],
      ),
    );
}

/** The counts of one document, and of the orders that an invoice draws upon. */
function countsAround(world: World, ids: ReadonlySet<string>): Count[] {
  return [...ids].flatMap((id) => {
    const order = world.orders.get(id);
    const invoice = world.invoices.get(id);
    if (order) return countOrder(factsOf(order), drawsOn(order, world));
    return invoice ? countInvoice(invoiceFactsOf(invoice)) : [];
  });
}

function affectedBy(world: World, id: string): Set<string> {
  const named = new Set((world.invoices.get(id)?.lines ?? []).map(({ orderLineId }) => orderLineId));
  const orders = [...world.orders.values()].filter(({ lines, approved }) =>
    [...lines, ...(approved ?? [])].some((line) => named.has(line.id)),
  );
  return new Set([id, ...orders.map((order) => order.id)]);
}

const codes = ['2100', '2200', ''];
const codingOf = (at: number) => `{"SET":"${at % 3}"}`;

const command = fc.record({
  kind: fc.constantFrom(
    'order',
    'edit',
    'recode',
    'submit',
    'submit',
    'submit',
    'approve',
    'approve',
    'approve',
    'revise',
    'void',
    'change order',
    'discard',
    'close line',
    'delete',
    'invoice',
    'over-relief',
    'credit',
  ),
  at: fc.nat(20),
  cents: fc.integer({ min: -5_000, max: 20_000 }),
  code: fc.constantFrom(...codes),
  currency: fc.constantFrom('USD', 'CAD'),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

function change(world: World, { kind, at, cents, code, currency }: Command, n: number): string | null {
  const all = [...world.orders.values(), ...world.invoices.values()];
  const document = all[at % Math.max(all.length, 1)];
  if (kind === 'order') {
    const line = (m: number) => ({
      id: `o${n}.${m}`,
      account: code,
      coding: codingOf(at),
      cents: cents + m,
      isClosed: false,
    });
    world.orders.set(`o${n}`, {
      id: `o${n}`,
      currency,
      lines: [line(0), line(1)],
      approved: null,
      state: 'DRAFT',
    });
    return `o${n}`;
  }
  if (!document) return null;
  const order = world.orders.get(document.id);
  if (['invoice', 'over-relief', 'credit'].includes(kind)) {
    if (order?.state !== 'APPROVED') return null;
    const target = order.lines[at % order.lines.length]!;
    const amount = { invoice: cents, 'over-relief': target.cents + 700, credit: -Math.abs(cents) }[
      kind as 'invoice'
    ];
    const lines = [
      { id: `i${n}.0`, account: code, coding: codingOf(at), cents: amount, orderLineId: target.id },
      { id: `i${n}.1`, account: target.account, coding: '{}', cents, orderLineId: null },
    ];
    world.invoices.set(`i${n}`, { id: `i${n}`, currency: order.currency, state: 'DRAFT', lines });
    return `i${n}`;
  }
  return changeState(world, document, { kind, cents, code, at });
}

function changeState(
  world: World,
  document: Order | Invoice,
  { kind, cents, code, at }: Pick<Command, 'kind' | 'cents' | 'code' | 'at'>,
): string | null {
  const order = world.orders.get(document.id);
  const { state } = document;
  if (kind === 'delete' && state === 'DRAFT' && !order?.approved) {
    world.orders.delete(document.id);
    world.invoices.delete(document.id);
  } else if (kind === 'submit' && state === 'DRAFT') document.state = 'IN_APPROVAL';
  else if (kind === 'revise' && state === 'IN_APPROVAL') document.state = 'DRAFT';
  else if (kind === 'void' && state !== 'DRAFT') {
    document.state = 'VOID';
    if (order) order.approved = null;
  } else if (kind === 'approve' && state === 'IN_APPROVAL') {
    document.state = 'APPROVED';
    if (order) order.approved = order.lines.map((line) => ({ ...line }));
  } else if (kind === 'change order' && order?.state === 'APPROVED') {
    order.state = 'DRAFT';
  } else if (kind === 'discard' && order?.approved && state !== 'APPROVED') {
    order.state = 'APPROVED';
    order.lines = order.approved.map((line) => ({ ...line }));
  } else if (kind === 'close line' && order?.approved) {
    order.approved = order.approved.map((line, n) => (n === 0 ? { ...line, isClosed: true } : line));
  } else if ((kind === 'edit' || kind === 'recode') && state !== 'VOID') {
    const [first] = document.lines;
    if (!first) return null;
    if (kind === 'edit' && state === 'DRAFT') first.cents = cents;
    if (kind === 'recode') {
      const recoded = { account: code, coding: codingOf(at) };
      Object.assign(first, recoded);
      if (order?.approved && state === 'APPROVED') Object.assign(order.approved[0]!, recoded);
    }
  } else return null;
  return document.id;
}

const ofSums = (counts: readonly Count[]) =>
  mergeCounts(counts)
    .map(({ ownerId, documentId, lineId, account, coding, currency, measure, cents }) =>
      JSON.stringify([ownerId, documentId, lineId, account, coding, currency, measure, cents]),
    )
    .toSorted();

/** Compares the sums of the movements with a recount after random histories. Returns the number of movements. */
export function checkHistories(runs: number, length: { minLength: number; maxLength: number }): number {
  let recorded = 0;
  fc.assert(
    fc.property(fc.array(command, length), (commands) => {
      const world: World = { orders: new Map(), invoices: new Map() };
      const movements: Movement[] = [];
      for (const [n, one] of commands.entries()) {
        const before = structuredClone(world);
        const id = change(world, one, n);
        if (id === null) continue;
        const affected = new Set([...affectedBy(before, id), ...affectedBy(world, id)]);
        movements.push(
          ...movementsBetween(countsAround(before, affected), countsAround(world, affected), when),
        );
      }
      const all = new Set([...world.orders.keys(), ...world.invoices.keys()]);
      recorded += movements.length;
      expect(ofSums(movements)).toEqual(ofSums(countsAround(world, all)));
    }),
    { numRuns: runs },
  );
  return recorded;
}
