import { uuidOf } from '#domain/ids';
import { fromCents } from '#domain/money';
import { moduleVisible } from '#domain/permissions';
import { remainingBalanceCents } from '#domain/relief';
import type { RelievableLine, RelievablePo } from '#domain/relief-reference';
import { mayReach, visibilityFor, visibleNumber } from '#domain/visibility';
import type { Visibility } from '#domain/visibility';
import { readSubject } from '#store/show/read-document';
import { readRelievable } from '#store/show/read-relief';
import type { RelievableRows } from '#store/show/read-relief';
import { numberMilestone, viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

/** Whose bill it is, and in which company and currency; external ids, as the documents carry them. */
export interface ReliefParties {
  vendor: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
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
  return offered(context, parties, { invoiceId: known, numbers: null, visibilities: sights(context) });
}

/** What is on offer, whoever asks; `numbers` null: all of it. */
export async function offered(
  context: ShowContext,
  parties: ReliefParties,
  wanted: {
    invoiceId: string | null;
    numbers: readonly string[] | null;
    visibilities: readonly Visibility[];
  },
): Promise<RelievablePo[]> {
  if (!context.settings.purchaseOrderRelieveResources || parties.vendor === '') return [];
  const rows = await readRelievable(context.store, { ...parties, ...wanted });
  const orders = Map.groupBy(rows, ({ order }) => order.id);
  return [...orders.values()].flatMap((lines) => orderOf(context, lines));
}

/** Whoever works with invoices is offered every order of the vendor; anybody else those that he may see (PE-17). */
function sights(context: ShowContext): Visibility[] {
  if (moduleVisible(context.modules, 'INVOICE')) return [{ kind: 'ALL' }];
  const viewer = viewerOf(context);
  return [visibilityFor(viewer, 'PO', 'CREATOR'), visibilityFor(viewer, 'PO', 'APPROVER')];
}

async function seesInvoice(context: ShowContext, id: string): Promise<boolean> {
  if (!moduleVisible(context.modules, 'INVOICE')) return false;
  const rows = await readSubject(context.store, id);
  if (rows?.document.type !== 'INVOICE') return false;
  const { creatorId, ownerId, departmentId } = rows.document;
  const workflowUserIds = rows.approvers.map(({ userId }) => userId);
  return mayReach({ creatorId, ownerId, departmentId, workflowUserIds }, viewerOf(context), 'INVOICE');
}

/** A number that this user may not read cannot be referred to, so its order is not on offer (DEC-17). */
function orderOf(context: ShowContext, rows: RelievableRows): RelievablePo[] {
  const order = rows[0]?.order;
  if (!order) return [];
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
    coding: line.coding,
    taxCode: line.taxCode,
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
  };
}
