import fc from 'fast-check';
import { costCoding, noCoding } from '#domain/budget/cost-coding';
import { codesOfLine, noCodes } from '#domain/budget/line-codes';
import { countInvoice, countOrder } from '#domain/budget/measures';
import type { Count, CountedDraw, CountedInvoice, CountedOrder } from '#domain/budget/measures';
import { costingAtSubmit, lineConversion } from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import { unitRate } from '#domain/currency/exchange-rate';
import { changePayments, paidCentsOf } from './payment-histories.ts';
import type { Payments } from './payment-histories.ts';

type State = 'DRAFT' | 'IN_APPROVAL' | 'APPROVED' | 'VOID';
interface Line {
  id: string;
  account: string;
  codes: string;
  coding: string;
  cents: number;
  taxCode: string | null;
  isClosed: boolean;
}
interface Order {
  id: string;
  currency: string;
  /** What the newest submit stored; null before the first one. */
  costing: Costing | null;
  /** What the user sees. */
  lines: Line[];
  /** The approved version; null before the first approval, and after a void. */
  approved: { lines: Line[]; costing: Costing | null } | null;
  state: State;
}
interface Invoice {
  id: string;
  currency: string;
  costing: Costing | null;
  state: State;
  lines: (Omit<Line, 'isClosed'> & { orderLineId: string | null })[];
}

/** The documents of a show, changed as the product changes them. */
export interface World {
  orders: Map<string, Order>;
  invoices: Map<string, Invoice>;
  payments: Payments;
}

export const newWorld = (): World => ({ orders: new Map(), invoices: new Map(), payments: new Map() });

/** Lines as they count; their numbers follow from their order. */
function counted<L extends Omit<Line, 'isClosed'>>(lines: readonly L[], costing: Costing | null) {
  return lines.map((line, n) => ({
    ...line,
    conversion: lineConversion(costing, { lineNumber: n + 1, taxCode: line.taxCode }),
  }));
}

export const factsOf = ({ id, currency, costing, lines, approved, state }: Order): CountedOrder => ({
  id,
  currency,
  linesInForce: approved ? counted(approved.lines, approved.costing) : [],
  linesInApproval: state === 'IN_APPROVAL' ? counted(lines, costing) : null,
});

const invoiceFactsOf = (
  { id, currency, costing, lines, state }: Invoice,
  { payments }: World,
): CountedInvoice => ({
  id,
  currency,
  lines: counted(lines, costing),
  state: state === 'APPROVED' || state === 'IN_APPROVAL' ? state : 'NONE',
  paidCents: paidCentsOf(payments, id),
});

const linesOf = ({ lines, approved }: Order) => [...lines, ...(approved?.lines ?? [])];

export function drawsOn(order: Order, { invoices }: World): CountedDraw[] {
  const ids = new Set(linesOf(order).map(({ id }) => id));
  return [...invoices.values()]
    .filter(({ state }) => state === 'APPROVED' || state === 'IN_APPROVAL')
    .flatMap(({ id: invoiceId, state, costing, lines }) =>
      counted(lines, costing).flatMap(
        ({ id: invoiceLineId, orderLineId, account, codes, cents, conversion }) =>
          orderLineId !== null && ids.has(orderLineId)
            ? [
                {
                  invoiceId,
                  invoiceLineId,
                  orderLineId,
                  account,
                  codes,
                  cents,
                  conversion,
                  isApproved: state === 'APPROVED',
                },
              ]
            : [],
      ),
    );
}

/** The invoice lines in approval or approved that draw upon order lines. */
export const drawsOf = (world: World): (CountedDraw & { orderId: string })[] =>
  [...world.orders.values()].flatMap((order) =>
    drawsOn(order, world).map((draw) => ({ ...draw, orderId: order.id })),
  );

/** The counts of one document, and of the orders that an invoice draws upon. */
export function countsAround(world: World, ids: ReadonlySet<string>): Count[] {
  return [...ids].flatMap((id) => {
    const order = world.orders.get(id);
    const invoice = world.invoices.get(id);
    if (order) return countOrder(factsOf(order), drawsOn(order, world));
    return invoice ? countInvoice(invoiceFactsOf(invoice, world)) : [];
  });
}

export function affectedBy(world: World, id: string): Set<string> {
  const named = new Set((world.invoices.get(id)?.lines ?? []).map(({ orderLineId }) => orderLineId));
  const orders = [...world.orders.values()].filter((order) =>
    linesOf(order).some((line) => named.has(line.id)),
  );
  const paid = (world.payments.get(id)?.invoices ?? []).map(({ invoiceId }) => invoiceId);
  return new Set([id, ...orders.map((order) => order.id), ...paid]);
}

const accounts = ['2100', '2200', ''];
const taxCodeOf = (at: number) => (at % 2 === 0 ? 'T1' : null);
const copyOf = (lines: readonly Line[]) => lines.map((line) => ({ ...line }));

/** What a submit stores, as in a show whose setting and rates have changed since. */
function costingAfterSubmit(
  { costing, currency }: Order | Invoice,
  { base, rate, tax }: Command,
  lockedLineCount: number,
): Costing | null {
  const taxes: Costing['taxes'] = tax === '0' ? {} : { T1: tax };
  if (base === null && tax === '0') return null;
  const terms = { currency, base, rate: base === null || base === currency ? unitRate : rate, taxes };
  return costingAtSubmit(costing, terms, lockedLineCount);
}

/** The codes below the account, as the budget and as cost reports read them. */
function codedAs(at: number) {
  const coding = {
    ...(at % 3 > 0 && { SET: `${at % 3}` }),
    ...(at % 2 > 0 && { EPISODE: `10${at % 4}` }),
    ...(at % 5 > 3 && { FREE_FIELD: 'rain' }),
  };
  return {
    codes: codesOfLine({ coding }),
    coding: costCoding({ coding, episode: null, departmentId: null }),
  };
}

export const command = fc.record({
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
    'reopen line',
    'delete',
    'invoice',
    'over-relief',
    'credit',
    'pay',
    'pay',
    'cancel payment',
  ),
  at: fc.nat(20),
  cents: fc.integer({ min: -5_000, max: 20_000 }),
  code: fc.constantFrom(...accounts),
  currency: fc.constantFrom('USD', 'CAD'),
  /** What a submit stores: the base currency is switched on, off, and never on. */
  base: fc.constantFrom('CAD', 'CAD', 'JPY', null),
  rate: fc.constantFrom('1.335', '1.36', '0.7412345678', '150.337'),
  tax: fc.constantFrom('0', '8', '4.9875'),
});
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

export function change(world: World, step: Command, n: number): string | null {
  const { kind, at, cents, code, currency } = step;
  /** Ids sort by age, as those of the product. */
  const age = String(n).padStart(3, '0');
  const all = [...world.orders.values(), ...world.invoices.values()];
  const document = all[at % Math.max(all.length, 1)];
  if (kind === 'order') {
    const line = (m: number) => ({
      id: `o${age}.${m}`,
      account: code,
      ...codedAs(at + m),
      cents: cents + m,
      taxCode: taxCodeOf(at + m),
      isClosed: false,
    });
    world.orders.set(`o${age}`, {
      id: `o${age}`,
      currency,
      costing: null,
      lines: [line(0), line(1)],
      approved: null,
      state: 'DRAFT',
    });
    return `o${age}`;
  }
  if (kind === 'pay' || kind === 'cancel payment')
    return changePayments(world.payments, [...world.invoices.values()], step, `p${age}`);
  if (!document) return null;
  const order = world.orders.get(document.id);
  if (['invoice', 'over-relief', 'credit'].includes(kind)) {
    if (order?.state !== 'APPROVED') return null;
    const target = order.lines[at % order.lines.length]!;
    const amount = { invoice: cents, 'over-relief': target.cents + 700, credit: -Math.abs(cents) }[
      kind as 'invoice'
    ];
    const lines = [
      {
        id: `i${age}.0`,
        account: code,
        ...codedAs(at),
        cents: amount,
        taxCode: taxCodeOf(at),
        orderLineId: target.id,
      },
      {
        id: `i${age}.1`,
        account: target.account,
        codes: noCodes,
        coding: noCoding,
        cents,
        taxCode: null,
        orderLineId: null,
      },
    ];
    world.invoices.set(`i${age}`, {
      id: `i${age}`,
      currency: order.currency,
      costing: null,
      state: 'DRAFT',
      lines,
    });
    return `i${age}`;
  }
  return changeState(world, document, step);
}

function changeState(world: World, document: Order | Invoice, step: Command): string | null {
  const { kind, cents, code, at } = step;
  const order = world.orders.get(document.id);
  const { state } = document;
  if (kind === 'delete' && state === 'DRAFT' && !order?.approved) {
    world.orders.delete(document.id);
    world.invoices.delete(document.id);
  } else if (kind === 'submit' && state === 'DRAFT') {
    const locked = order?.approved?.lines.length ?? 0;
    document.costing = costingAfterSubmit(document, step, locked);
    document.state = 'IN_APPROVAL';
  } else if (kind === 'revise' && state === 'IN_APPROVAL') document.state = 'DRAFT';
  else if (kind === 'void' && state !== 'DRAFT') {
    document.state = 'VOID';
    if (order) order.approved = null;
  } else if (kind === 'approve' && state === 'IN_APPROVAL') {
    document.state = 'APPROVED';
    if (order) order.approved = { lines: copyOf(order.lines), costing: order.costing };
  } else if (kind === 'change order' && order?.state === 'APPROVED') {
    order.state = 'DRAFT';
    order.lines.push({ ...order.lines[0]!, id: `${order.id}.${order.lines.length}`, cents, isClosed: false });
  } else if (kind === 'discard' && order?.approved && state !== 'APPROVED') {
    order.state = 'APPROVED';
    order.lines = copyOf(order.approved.lines);
    order.costing = order.approved.costing;
  } else if (['close line', 'reopen line'].includes(kind) && order?.approved) {
    order.approved.lines[0]!.isClosed = kind === 'close line';
  } else if ((kind === 'edit' || kind === 'recode') && state !== 'VOID') {
    const [first] = document.lines;
    if (!first) return null;
    if (kind === 'edit' && state === 'DRAFT') first.cents = cents;
    if (kind === 'recode') {
      const recoded = { account: code, ...codedAs(at) };
      Object.assign(first, recoded);
      if (order?.approved && state === 'APPROVED') Object.assign(order.approved.lines[0]!, recoded);
    }
  } else return null;
  return document.id;
}
