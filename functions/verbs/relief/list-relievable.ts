import { codingOf } from '#domain/documents/line-codes';
import { uuidOf } from '#domain/values/ids';
import { fromCents } from '#domain/values/money';
import { moduleVisible, modulesOf } from '#domain/identity/permissions';
import { remainingBalanceCents } from '#domain/relief/relief';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-reference';
import { visibleNumber } from '#domain/identity/visibility';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { mapped, read } from '#store/d1/query';
import type { PlanRows, Query } from '#store/d1/query';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { relievableQuery } from '#store/show/relief/read-relief';
import type { RelievableRequest, RelievableRows } from '#store/show/relief/read-relief';
import { isVisible } from '#verbs/lifecycle/reachable-document';
import { numberMilestone, visibilitiesOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';

/** Whose bill it is, and in which company and currency; external ids, as the documents carry them. */
export interface ReliefParties {
  vendor: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
}

/** The list as it is for a user to whom the show's invoices are open and this one is visible. */
export function relievablePlan(member: MembershipContext, parties: ReliefParties, invoiceId: string | null) {
  const { store, show, membership } = member;
  const { invoices } = modulesOf(
    { invoiceModuleVisible: true, paymentModuleVisible: true },
    show.features,
    membership,
  );
  const request = {
    ...parties,
    invoiceId: invoices ? invoiceId : null,
    numbers: null,
    visibilities: sights(member, invoices),
    userVisibilities: visibilitiesOf(member, 'PO'),
  };
  return {
    invoice: invoiceId !== null && invoices ? subjectQuery(store, invoiceId) : null,
    relievable: requestedQuery(store, request),
  };
}

/**
 * The purchase orders that an invoice of these parties may relieve (API-14, RL-07, DEC-38); none where the show does
 * not relieve. `invoiceId` names a saved invoice that this user sees: orders that it names stay on offer.
 */
export async function listRelievable(
  context: RequestContext,
  parties: ReliefParties,
  invoiceId: string | null,
  { invoice, relievable }: PlanRows<typeof relievablePlan>,
): Promise<RelievablePo[]> {
  const request = {
    ...parties,
    invoiceId: seesInvoice(context, invoice) ? invoiceId : null,
    numbers: null,
    visibilities: sights(context, moduleVisible(context.modules, 'INVOICE')),
    userVisibilities: visibilitiesOf(context, 'PO'),
  };
  return offered(context, request, relievable);
}

/** Which orders are asked for; `numbers` null: all. */
export type Offer = Omit<RelievableRequest, keyof ReliefParties>;

/** Relievable orders with the request that they were read for: what is asked in the end may be another one. */
export interface Requested {
  request: RelievableRequest;
  rows: RelievableRows;
}

/** The relievable orders of a request, with the request itself. */
export const requestedQuery = (store: ShowStore, request: RelievableRequest): Query<Requested> =>
  mapped(relievableQuery(store, request), (rows) => ({ request, rows }));

/** The orders on offer; read anew where `planned` was read for another request. */
export async function offered(
  context: RequestContext,
  request: RelievableRequest,
  planned: Requested | null,
): Promise<RelievablePo[]> {
  if (!context.settings.purchaseOrderRelieveResources || request.vendor === '') return [];
  const isPlanned = planned !== null && JSON.stringify(planned.request) === JSON.stringify(request);
  const rows = isPlanned ? planned.rows : await read(relievableQuery(context.store, request));
  return ordersOf(context, rows);
}

/** What is on offer to a saved invoice, of the orders that its lines name. */
export function relievableOrdersOf(context: RequestContext, rows: RelievableRows): RelievablePo[] {
  return context.settings.purchaseOrderRelieveResources ? ordersOf(context, rows) : [];
}

/** Whoever works with invoices is offered every order of the vendor; anybody else those that he may see (PE-17). */
function sights(place: Membership, hasInvoices: boolean): Visibility[] {
  return hasInvoices ? [{ kind: 'ALL' }] : visibilitiesOf(place, 'PO');
}

function seesInvoice(context: RequestContext, rows: SubjectRows | null): boolean {
  if (!moduleVisible(context.modules, 'INVOICE')) return false;
  return rows !== null && rows.document.type === 'INVOICE' && isVisible(context, rows);
}

/** The orders to which these lines belong, in their order. */
function ordersOf(context: RequestContext, rows: RelievableRows): RelievablePo[] {
  const orders = Map.groupBy(rows, ({ order }) => order.id);
  return [...orders.values()].flatMap((lines) => orderOf(context, lines));
}

/** A number that this user may not read cannot be referred to, so its order is not on offer (DEC-17). */
function orderOf(context: RequestContext, rows: RelievableRows): RelievablePo[] {
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
