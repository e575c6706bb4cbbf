import { lineTotalCents } from '#domain/values/money';
import { addresses } from '#store/show/tables/reference-tables';
import { day, dayOf } from '../clock.ts';
import { buildInvoice } from './invoices.ts';
import type { DemoDocument, Header, Line, PoDetail } from './document-builder.ts';
import { poPlan } from './purchase-order-stories.ts';
import type { PoPlan, PoStory } from './purchase-order-stories.ts';
import { buildPurchaseOrder } from './purchase-orders.ts';
import type { ReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';
import type { AnyCurrency } from '../show/show-plans.ts';

interface Written {
  book: ReliefBook;
  orders: readonly DemoDocument[];
  bills: readonly DemoDocument[];
}

/**
 * Adds examples that chance seldom draws, newer than all other documents: in The Tidewater Ledger, orders of the units
 * abroad in Northern Lights, and those that need a single episode, as in a feature, in Low Gravity.
 */
export function addExamples(show: Show, written: Written): DemoDocument[] {
  const plans = orderPlans(show);
  const first = show.settings.poNumberStart + written.orders.length;
  const orders = plans.map((plan, n) => buildPurchaseOrder(show, plan, first + n));
  return [...orders, ...(show.plan.id === 'tidewater' ? invoicesOf(show, written) : [])];
}

function orderPlans(show: Show): PoPlan[] {
  const plan = (story: PoStory, daysAgo: number, prepare: (document: DemoDocument) => void, lines = 1) =>
    poPlan(show, story, { at: show.anchor - daysAgo * day, lines, vendor: 'active', prepare });
  switch (show.plan.id) {
    case 'tidewater':
      return [
        ...splitOrders(plan),
        plan('submitted', 1.4, (document) => rent(document, 2, 600_00)),
        plan('submitted', 1.3, shipToClosedAddress),
        // The highest amount of a line.
        plan('draft', 1.2, (document) => priceAt(document, 1, 9_999_999_999_99)),
      ];
    case 'nlite':
      return [
        {
          ...plan('approved', 1.9, (document) => {
            abroad(document, 'HUF', 'Stage hire, Budapest unit');
            priceAt(document, 38, 165_000_00);
          }),
          by: 'Ama',
          departments: ['locations'],
        },
        {
          ...plan('approved', 1.8, (document) => {
            abroad(document, 'EUR', 'Anamorphic lens set, Vienna plates');
            priceAt(document, 3, 4_250_00);
          }),
          by: 'Kenji',
          departments: ['camera'],
        },
      ];
    case 'lowgravity':
      return [plan('draft', 1.1, codeEpisodes, 2)];
    default:
      return [];
  }
}

/** An order of the first company in a currency without a bank account. */
function abroad(document: DemoDocument, code: AnyCurrency, description: string): void {
  const [company] = document.show.companies;
  const currency = company?.currencies.find(({ isoCurrencyCode }) => isoCurrencyCode === code);
  if (!company || !currency || !document.purchaseOrder) throw new Error(`no company uses ${code}`);
  Object.assign(document.header, { currencyCode: code, description } satisfies Partial<Header>);
  Object.assign(document.purchaseOrder, {
    projectCompanyExternalId: company.projectCompanyExternalId,
    companyExternalId: company.companyExternalId,
    companyName: company.name,
    companyAddress: company.address,
    currencyExternalId: currency.externalId,
    currencyReferenceCode: currency.referenceCode,
  } satisfies Partial<PoDetail>);
  for (const line of document.lines)
    Object.assign(line, { description, taxCode: null } satisfies Partial<Line>);
}

/** A line with an episode of its own, and one whose coding has another episode, which takes precedence (LI-01). */
function codeEpisodes({ lines: [alone, twice] }: DemoDocument): void {
  if (alone)
    Object.assign(alone, { episode: '107', coding: {}, coaExternalId: null } satisfies Partial<Line>);
  if (twice) Object.assign(twice, { episode: '101', coding: { ...twice.coding, EPISODE: '102' } });
}

/** Three orders of one vendor, each below the limit of 5,000 and together above it (PO-66). */
function splitOrders(
  plan: (story: PoStory, daysAgo: number, prepare: (document: DemoDocument) => void) => PoPlan,
): PoPlan[] {
  let first: DemoDocument | undefined;
  const sameVendor = (cents: number) => (document: DemoDocument) => {
    first ??= document;
    const { vendorId, vendorExternalId, vendorNumber, vendorName } = first.header;
    Object.assign(document.header, { vendorId, vendorExternalId, vendorNumber, vendorName });
    if (document.purchaseOrder && first.purchaseOrder) {
      const { vendor, vendorAddressId } = first.purchaseOrder;
      Object.assign(document.purchaseOrder, { vendor, vendorAddressId });
    }
    priceAt(document, 1, cents);
  };
  return [4_900_00, 4_850_00, 4_975_00].map((cents, n) => plan('submitted', 1.9 - n / 10, sameVendor(cents)));
}

function priceAt({ lines: [line] }: DemoDocument, quantity: number, unitCostCents: number): void {
  const quantityHundredths = quantity * 100;
  if (line)
    Object.assign(line, {
      quantityHundredths,
      unitCostCents,
      totalCents: lineTotalCents(quantityHundredths, unitCostCents),
    } satisfies Partial<Line>);
}

/** A rental with a weekly price (LI-09). */
function rent(document: DemoDocument, weeks: number, weekCents: number): void {
  const [line] = document.lines;
  const start = document.at + 5 * day;
  if (line)
    Object.assign(line, {
      description: 'Director’s trailer',
      acquisitionType: 'RENTAL',
      rentalType: 'WEEKLY',
      rentalStart: dayOf(start),
      rentalEnd: dayOf(start + (weeks * 7 - 1) * day),
    } satisfies Partial<Line>);
  priceAt(document, weeks, weekCents);
}

/** Ships to an address that was active when the order was created. */
function shipToClosedAddress({ show, purchaseOrder }: DemoDocument): void {
  const closed = show.rows
    .of(addresses)
    .findLast(({ addressType, isActive }) => addressType === 'SHIP_TO' && isActive === false);
  if (purchaseOrder && closed) purchaseOrder.shipToAddressId = closed.id;
}

/**
 * A second invoice whose number differs from an earlier one of the vendor by a dash alone (IN-31, IN-32), and one that
 * the accounting department enters for an order of another department, which becomes its department (DEC-13).
 */
function invoicesOf(show: Show, { book, orders, bills }: Written): DemoDocument[] {
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
    ...(elsewhere ? [buildInvoice(show, book, { ...lean, sequence, order: elsewhere })] : []),
    ...(duplicated && again
      ? [
          buildInvoice(show, book, {
            ...lean,
            sequence: sequence + 1,
            order: again,
            typedNumber: {
              number: duplicated.header.number.replace('-', ' '),
              reason: 'The vendor used the number twice; this one bills the second delivery.',
            },
          }),
        ]
      : []),
  ];
}
