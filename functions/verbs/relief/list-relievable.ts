import { codingOf } from '#domain/documents/line-codes';
import { uuidOf } from '#domain/values/ids';
import { fromCents } from '#domain/values/money';
import { moduleVisible, modulesOf } from '#domain/identity/permissions';
import { approvedAmountsOf } from '#domain/purchase-orders/line-reduction';
import { remainingBalanceCents } from '#domain/relief/relief';
import { visibleNumber } from '#domain/identity/visibility';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { mapQuery, read } from '#store/d1/query';
import type { PlanRows, Query } from '#store/d1/query';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { relievableQuery } from '#store/show/relief/read-relief';
import type { RelievableRequest, RelievableRows } from '#store/show/relief/read-relief';
import { isVisible } from '#verbs/lifecycle/reachable-document';
import { numberMilestone, visibilitiesOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-response';

/** The vendor, company and currency of an invoice as external ids. */
export interface ReliefParties {
  vendor: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
}

/** The reads of the list, assuming that the show has the invoices module and the invoice is visible. */
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
    visibilities: orderVisibilities(member, invoices),
    userVisibilities: visibilitiesOf(member, 'PO'),
  };
  return {
    invoice: invoiceId !== null && invoices ? subjectQuery(store, invoiceId) : null,
    relievable: relievableResultQuery(store, request),
  };
}

/**
 * The purchase orders that an invoice of these parties may relieve (API-14, RL-07, DEC-38); none when the show does not
 * relieve. `invoiceId` names a saved invoice that this user sees: the orders that it refers to stay in the list.
 */
export async function listRelievable(
  context: RequestContext,
  parties: ReliefParties,
  invoiceId: string | null,
  { invoice, relievable }: PlanRows<typeof relievablePlan>,
): Promise<RelievablePo[]> {
  const request = {
    ...parties,
    invoiceId: isInvoiceVisible(context, invoice) ? invoiceId : null,
    numbers: null,
    visibilities: orderVisibilities(context, moduleVisible(context.modules, 'INVOICE')),
    userVisibilities: visibilitiesOf(context, 'PO'),
  };
  return readRelievableOrders(context, request, relievable);
}

/** The selection of orders; `numbers` null selects all. */
export type RelievableQuery = Omit<RelievableRequest, keyof ReliefParties>;

/** Relievable orders with the request for which they were read: the final request may differ. */
export interface RelievableResult {
  request: RelievableRequest;
  rows: RelievableRows;
}

/** The relievable orders of a request, with the request itself. */
export const relievableResultQuery = (
  store: ShowStore,
  request: RelievableRequest,
): Query<RelievableResult> => mapQuery(relievableQuery(store, request), (rows) => ({ request, rows }));

/** The relievable orders; reads them again when `planned` was read for another request. */
export async function readRelievableOrders(
  context: RequestContext,
  request: RelievableRequest,
  planned: RelievableResult | null,
): Promise<RelievablePo[]> {
  if (!context.settings.purchaseOrderRelieveResources || request.vendor === '') return [];
  const isPlanned = planned !== null && JSON.stringify(planned.request) === JSON.stringify(request);
  const rows = isPlanned ? planned.rows : await read(relievableQuery(context.store, request));
  return ordersOf(context, rows);
}

/** The relievable orders of a saved invoice, among those that its lines name. */
export function relievableOrdersOf(context: RequestContext, rows: RelievableRows): RelievablePo[] {
  return context.settings.purchaseOrderRelieveResources ? ordersOf(context, rows) : [];
}

/** Users with the invoices module may refer to every order of the vendor, others only to those they may see (PE-17). */
function orderVisibilities(member: Membership, hasInvoices: boolean): Visibility[] {
  return hasInvoices ? [{ kind: 'ALL' }] : visibilitiesOf(member, 'PO');
}

function isInvoiceVisible(context: RequestContext, rows: SubjectRows | null): boolean {
  if (!moduleVisible(context.modules, 'INVOICE')) return false;
  return rows !== null && rows.document.type === 'INVOICE' && isVisible(context, rows);
}

/** Groups the lines by order and keeps their sequence. */
function ordersOf(context: RequestContext, rows: RelievableRows): RelievablePo[] {
  const orders = Map.groupBy(rows, ({ order }) => order.id);
  return [...orders.values()].flatMap((lines) => orderOf(context, lines));
}

/** An order whose number this user may not read cannot be referred to, so it is left out (DEC-17). */
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
    totalCost: fromCents(approvedAmountsOf(line).totalCents),
    remainingBalance: fromCents(remainingBalanceCents({ ...line, ...relieved })),
    isClosed: line.closedAt !== null,
    coding: codingOf(line),
    taxCode: line.taxCode,
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
  };
}
