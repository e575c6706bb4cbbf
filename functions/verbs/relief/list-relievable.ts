import { codingOf } from '#domain/documents/line-codes';
import { uuidOf } from '#domain/values/ids';
import { fromCents } from '#domain/values/money';
import { moduleVisible, modulesOf } from '#domain/identity/permissions';
import { remainingBalanceCents } from '#domain/relief/relief';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-reference';
import { visibleNumber } from '#domain/identity/visibility';
import type { Visibility } from '#domain/identity/visibility';
import { readSubject } from '#store/show/documents/read-document';
import { readRelievable, readRelievableOf } from '#store/show/relief/read-relief';
import type { RelievableRequest, RelievableRows } from '#store/show/relief/read-relief';
import { isVisible } from '#verbs/lifecycle/reachable-document';
import { numberMilestone, sightsOf } from '#verbs/request/context';
import type { Place, Seat, ShowContext } from '#verbs/request/context';

/** Whose bill it is, and in which company and currency; external ids, as the documents carry them. */
export interface ReliefParties {
  vendor: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
}

/** Begins that list as it is for somebody to whom the show's invoices are open and this one is visible. */
export function beginRelievable(seat: Seat, parties: ReliefParties, invoiceId: string | null): void {
  const { store, show, membership } = seat;
  const { invoices } = modulesOf(
    { invoiceModuleVisible: true, paymentModuleVisible: true },
    show.features,
    membership,
  );
  const offer: Offer = {
    invoiceId: invoices ? invoiceId : null,
    numbers: null,
    visibilities: sights(seat, invoices),
    userVisibilities: sightsOf(seat, 'PO'),
  };
  if (invoiceId !== null && invoices) store.foreseen.begin(readSubject, store, invoiceId);
  store.foreseen.begin(readRelievable, store, { ...parties, ...offer });
}

/**
 * The purchase orders that an invoice of these parties may relieve (API-14, RL-07, DEC-38); none where the show does
 * not relieve. `invoiceId` names a saved invoice that this user sees: orders that it names stay on offer.
 */
export async function listRelievable(
  context: ShowContext,
  parties: ReliefParties,
  invoiceId: string | null,
): Promise<RelievablePo[]> {
  const known = invoiceId !== null && (await seesInvoice(context, invoiceId)) ? invoiceId : null;
  return offered(context, parties, {
    invoiceId: known,
    numbers: null,
    visibilities: sights(context, moduleVisible(context.modules, 'INVOICE')),
    userVisibilities: sightsOf(context, 'PO'),
  });
}

/** Which orders are asked for; `numbers` null: all. */
export type Offer = Omit<RelievableRequest, keyof ReliefParties>;

/** What is on offer, whoever asks. */
export async function offered(
  context: ShowContext,
  parties: ReliefParties,
  wanted: Offer,
): Promise<RelievablePo[]> {
  if (!context.settings.purchaseOrderRelieveResources || parties.vendor === '') return [];
  const { store } = context;
  return ordersOf(context, await store.foreseen.ask(readRelievable, store, { ...parties, ...wanted }));
}

/** What is on offer to a saved invoice of what its lines name. */
export async function offeredToStored(context: ShowContext, invoiceId: string): Promise<RelievablePo[]> {
  const { store, settings } = context;
  if (!settings.purchaseOrderRelieveResources) return [];
  const visibilities = sightsOf(context, 'PO');
  return ordersOf(context, await store.foreseen.ask(readRelievableOf, store, invoiceId, visibilities));
}

/** Whoever works with invoices is offered every order of the vendor; anybody else those that he may see (PE-17). */
function sights(place: Place, hasInvoices: boolean): Visibility[] {
  return hasInvoices ? [{ kind: 'ALL' }] : sightsOf(place, 'PO');
}

async function seesInvoice(context: ShowContext, id: string): Promise<boolean> {
  if (!moduleVisible(context.modules, 'INVOICE')) return false;
  const rows = await context.store.foreseen.ask(readSubject, context.store, id);
  return rows?.document.type === 'INVOICE' && isVisible(context, rows);
}

/** The orders to which these lines belong, in their order. */
function ordersOf(context: ShowContext, rows: RelievableRows): RelievablePo[] {
  const orders = Map.groupBy(rows, ({ order }) => order.id);
  return [...orders.values()].flatMap((lines) => orderOf(context, lines));
}

/** A number that this user may not read cannot be referred to, so its order is not on offer (DEC-17). */
function orderOf(context: ShowContext, rows: RelievableRows): RelievablePo[] {
  const order = rows[0]?.order;
  if (!order) return [];
  const { departmentId, departmentName } = order;
  const poNumber = visibleNumber(order.number, order.milestones, numberMilestone(context));
  if (poNumber === 'NA') return [];
  return [
    {
      id: order.id,
      poNumber,
      prefix: order.prefix,
      vendor: {
        id: order.vendorId,
        externalId: order.vendorExternalId,
        number: order.vendorNumber,
        name: order.vendorName,
      },
      department:
        order.isVisible && departmentId !== null ? { id: departmentId, name: departmentName } : null,
      projectCompanyExternalId: order.projectCompanyExternalId,
      currency: order.currencyCode,
      lineItems: rows.map(lineOf),
    },
  ];
}

function lineOf({ line, order: _order, ...relieved }: RelievableRows[number]): RelievableLine {
  return {
    id: line.id,
    uuid: uuidOf(line.id),
    lineNumber: line.lineNumber,
    description: line.description,
    totalCost: fromCents(line.totalCents),
    remainingBalance: fromCents(remainingBalanceCents({ ...line, ...relieved })),
    coding: codingOf(line),
    taxCode: line.taxCode,
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
  };
}
