import { lineTotalCents } from '#domain/values/money';
import { addresses } from '#store/show/tables/reference-tables';
import { day, dayOf } from '../clock.ts';
import { liveInvoice } from './invoices.ts';
import type { Life, Line } from './document-builder.ts';
import { poPlan } from './purchase-order-stories.ts';
import type { PoPlan, PoStory } from './purchase-order-stories.ts';
import { livePurchaseOrder } from './purchase-orders.ts';
import type { ReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';

interface Written {
  book: ReliefBook;
  orders: readonly Life[];
  bills: readonly Life[];
}

/**
 * What people want to see once and chance seldom draws, younger than the rest: in The Tidewater Ledger, and what needs
 * episodes, of which a feature has one, in Low Gravity.
 */
export function addExamples(show: Show, written: Written): Life[] {
  const plans = orderPlans(show);
  const first = show.settings.poNumberStart + written.orders.length;
  const orders = plans.map((plan, n) => livePurchaseOrder(show, plan, first + n));
  return [...orders, ...(show.plan.id === 'tidewater' ? invoicesOf(show, written) : [])];
}

function orderPlans(show: Show): PoPlan[] {
  const plan = (story: PoStory, daysAgo: number, prepare: (life: Life) => void, lines = 1) =>
    poPlan(show, story, { at: show.anchor - daysAgo * day, lines, vendor: 'active', prepare });
  switch (show.plan.id) {
    case 'tidewater':
      return [
        ...splitOrders(plan),
        plan('submitted', 1.4, (life) => rent(life, 2, 600_00)),
        plan('submitted', 1.3, shipToClosedAddress),
        // The highest amount that a line can have.
        plan('draft', 1.2, (life) => priceAt(life, 1, 9_999_999_999_99)),
      ];
    case 'lowgravity':
      return [plan('draft', 1.1, codeEpisodes, 2)];
    default:
      return [];
  }
}

/** LI-01: a line with its episode beside the codes, and one with another episode there than among the codes, which counts. */
function codeEpisodes({ lines: [alone, twice] }: Life): void {
  if (alone)
    Object.assign(alone, { episode: '107', coding: {}, coaExternalId: null } satisfies Partial<Line>);
  if (twice) Object.assign(twice, { episode: '101', coding: { ...twice.coding, EPISODE: '102' } });
}

/** PO-66: three orders of one vendor, each below the limit of 5,000 and together above it. */
function splitOrders(
  plan: (story: PoStory, daysAgo: number, prepare: (life: Life) => void) => PoPlan,
): PoPlan[] {
  let first: Life | undefined;
  const sameVendor = (cents: number) => (life: Life) => {
    first ??= life;
    const { vendorId, vendorExternalId, vendorNumber, vendorName } = first.header;
    Object.assign(life.header, { vendorId, vendorExternalId, vendorNumber, vendorName });
    if (life.purchaseOrder && first.purchaseOrder) {
      const { vendor, vendorAddressId } = first.purchaseOrder;
      Object.assign(life.purchaseOrder, { vendor, vendorAddressId });
    }
    priceAt(life, 1, cents);
  };
  return [4_900_00, 4_850_00, 4_975_00].map((cents, n) => plan('submitted', 1.9 - n / 10, sameVendor(cents)));
}

function priceAt({ lines: [line] }: Life, quantity: number, unitCostCents: number): void {
  const quantityHundredths = quantity * 100;
  if (line)
    Object.assign(line, {
      quantityHundredths,
      unitCostCents,
      totalCents: lineTotalCents(quantityHundredths, unitCostCents),
    } satisfies Partial<Line>);
}

/** LI-09: a rental whose price is that of a week. */
function rent(life: Life, weeks: number, weekCents: number): void {
  const [line] = life.lines;
  const start = life.at + 5 * day;
  if (line)
    Object.assign(line, {
      description: 'Director’s trailer',
      acquisitionType: 'RENTAL',
      rentalType: 'WEEKLY',
      rentalStart: dayOf(start),
      rentalEnd: dayOf(start + (weeks * 7 - 1) * day),
    } satisfies Partial<Line>);
  priceAt(life, weeks, weekCents);
}

/** An address that was in use when the order was written. */
function shipToClosedAddress({ show, purchaseOrder }: Life): void {
  const closed = show.rows
    .of(addresses)
    .findLast(({ addressType, isActive }) => addressType === 'SHIP_TO' && isActive === false);
  if (purchaseOrder && closed) purchaseOrder.shipToAddressId = closed.id;
}

/**
 * IN-31, IN-32: a second invoice whose number differs from an earlier one of the vendor by a dash alone. DEC-13: one that the
 * accounting department enters for an order of another department, whose department it keeps.
 */
function invoicesOf(show: Show, { book, orders, bills }: Written): Life[] {
  const lean = { story: 'submitted', lean: false, by: 'Noor' } as const;
  const open = orders.filter((order) => book.orders.includes(order) && !order.header.isRelieved);
  const sequence = bills.length;
  const [elsewhere] = open.filter(({ header }) => !/accounting/i.test(header.departmentName));
  const duplicated = bills.find(
    ({ header }) =>
      header.status === 'APPROVED' && open.some((order) => order.header.vendorId === header.vendorId),
  );
  const again = open.find(
    ({ header }) => header.vendorId === duplicated?.header.vendorId && header !== elsewhere?.header,
  );
  return [
    ...(elsewhere ? [liveInvoice(show, book, { ...lean, sequence, order: elsewhere })] : []),
    ...(duplicated && again
      ? [
          liveInvoice(show, book, {
            ...lean,
            sequence: sequence + 1,
            order: again,
            typed: {
              number: duplicated.header.number.replace('-', ' '),
              reason: 'The vendor used the number twice; this one bills the second delivery.',
            },
          }),
        ]
      : []),
  ];
}
