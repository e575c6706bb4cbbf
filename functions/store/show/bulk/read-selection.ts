import * as v from 'valibot';
import { asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType, Milestone } from '#domain/document';
import type { SelectableAction } from '#domain/bulk-approval/bulk-preview';
import type { Visibility } from '#domain/identity/visibility';
import { invoiceFilters, purchaseOrderFilters } from '#domain/lists/list-filters';
import type { InvoiceFilters, PurchaseOrderFilters } from '#domain/lists/list-filters';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { PaymentFilters } from '#domain/payments/payment-filters';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { periodFactsOf } from '#store/show/budget/periods';
import { authorEventsOf } from '#store/show/documents/author-events';
import { openQuestionOf } from '#store/show/documents/questions';
import { invoiceConditions } from '#store/show/invoices/list-invoices';
import { isSimilarToAnother } from '#store/show/invoices/read-similar-invoices';
import { documentsWhere, onBehalfOfIn } from '#store/show/lists/document-filters';
import { paymentConditions } from '#store/show/payments/list-payments';
import { purchaseOrderConditions } from '#store/show/purchase-orders/list-purchase-orders';
import { totalsAroundRow } from '#store/show/purchase-orders/read-orders-around';
import { drawsOfRow } from '#store/show/relief/relief-draws';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { invoices, payments } from '#store/show/tables/invoice-tables';
import { temporaryVendors, vendorAddresses, vendors } from '#store/show/tables/reference-tables';

/** The filters of a list, by document type. */
export type TypedFilters =
  | { docType: 'PO'; filters: PurchaseOrderFilters }
  | { docType: 'INVOICE'; filters: InvoiceFilters }
  | { docType: 'PAYMENT'; filters: PaymentFilters };

/** The documents of a list on which a user may want to act: of these ids, or all that match the filters. */
export type BulkSelection = TypedFilters & {
  action: SelectableAction;
  userId: string;
  visibility: Visibility;
  numberMilestone: Milestone | null;
  /** Null: all. */
  ids: readonly string[] | null;
  limit: number;
};

/** The filters that each action adds to those of the list: what it may apply to (BULK-02, BULK-06, BULK-07). */
function narrowed(selection: BulkSelection): TypedFilters {
  const { action, filters: given } = selection;
  const statuses = { approve: ['SUBMITTED_FOR_APPROVAL'], submit: ['DRAFT'], push: ['APPROVED'] } as const;
  const own = {
    statuses: [...statuses[action]],
    isDraftToSubmit: action === 'submit',
    isFailedToSendToAccounting: action === 'push' || given.isFailedToSendToAccounting,
    approverIds: [],
    voiderIds: [],
    denierIds: [],
  };
  switch (selection.docType) {
    case 'PO': {
      const { statuses: poStatuses, ...others } = own;
      const filters = { ...selection.filters, ...others };
      // An order can be sent before its approval, too (DEC-63).
      return { docType: 'PO', filters: action === 'push' ? filters : { ...filters, poStatuses } };
    }
    case 'INVOICE':
      return { docType: 'INVOICE', filters: { ...selection.filters, ...own } };
    case 'PAYMENT':
      return { docType: 'PAYMENT', filters: { ...selection.filters, ...own } };
  }
}

function selected(source: Source, selection: BulkSelection): SQL | undefined {
  const { action, userId, visibility, numberMilestone, ids } = selection;
  const persona = action === 'approve' ? ('APPROVER' as const) : ('CREATOR' as const);
  const viewer = { userId, persona, visibility };
  const conditionsOf = (typed: TypedFilters) => {
    if (typed.docType === 'PO')
      return purchaseOrderConditions(source, { ...viewer, numberMilestone, filters: typed.filters });
    return typed.docType === 'INVOICE'
      ? invoiceConditions(source, { ...viewer, filters: typed.filters })
      : paymentConditions(source, { ...viewer, filters: typed.filters });
  };
  const { query, typeConditions } = conditionsOf(narrowed(selection));
  return documentsWhere(source, query, [
    ...typeConditions,
    action === 'approve' ? isNotNull(documents.currentStepId) : undefined,
    ids ? inArray(documents.id, inList(ids)) : undefined,
  ]);
}

/** The documents of a selection, in the default order of the list: what a run of them needs. */
export const selectedItemsQuery = (source: Source, selection: BulkSelection) =>
  queryOf(
    source.db,
    source.db
      .select({
        id: documents.id,
        workflowStepId: sql<string>`coalesce(${documents.currentStepId}, '')`,
        contentVersion: documents.contentVersion,
      })
      .from(documents)
      .leftJoin(payments, eq(payments.documentId, documents.id))
      .where(selected(source, selection))
      .orderBy(desc(documents.numberSort), desc(documents.id))
      .limit(selection.limit),
  );

const never = sql<boolean>`0`.mapWith(Boolean);
const noJson = <Row>() => sql<Row[]>`'[]'`.mapWith((text: string) => JSON.parse(text) as Row[]);

/** The amount limits of the document's own copy of its flow. */
const limitsOfRow = ({ showId }: Source) =>
  sql<number[]>`(SELECT json_group_array(s.amount_limit_cents) FROM workflow_steps s
    WHERE s.show_id = ${showId} AND s.workflow_id = documents.workflow_id AND s.kind = 'STANDARD'
      AND s.amount_limit_cents IS NOT NULL)`.mapWith((text: string) => JSON.parse(text) as number[]);

/** Whether a step of the document's current flow lists the user. */
const isOnWorkflowOf = ({ showId }: Source, userId: string) =>
  sql<boolean>`EXISTS (SELECT 1 FROM workflow_steps s CROSS JOIN workflow_step_approvers a
    WHERE s.show_id = ${showId} AND s.workflow_id = documents.workflow_id
      AND a.step_id = s.id AND a.user_id = ${userId})`.mapWith(Boolean);

/** Whether this vote would be the final approval, and no accounting period is open for it (PERIOD-07). */
const lacksPeriod = (source: Source) =>
  sql<boolean>`iif((SELECT w.current_order = w.final_order AND s.approvals_needed <= 1 + (
      SELECT count(*) FROM step_approvals v
      WHERE v.show_id = ${source.showId} AND v.step_id = s.id AND v.dropped_at IS NULL)
    FROM workflow_steps s CROSS JOIN workflows w
    WHERE s.id = documents.current_step_id AND w.id = s.workflow_id),
    ${periodFactsOf(source)} ->> '$.company' IS NOT NULL AND ${periodFactsOf(source)} ->> '$.open' IS NULL, 0)`.mapWith(
    Boolean,
  );

/** Whether the document waits at the last step that its total needs. */
const isAtFinalStep = sql<boolean>`EXISTS (SELECT 1 FROM workflows w
  WHERE w.id = documents.workflow_id AND w.current_order = w.final_order)`.mapWith(Boolean);

/** Whether accounting named another payee before the payment was submitted. */
const hadOtherPayee =
  sql<boolean>`EXISTS (SELECT 1 FROM document_events e, json_each(e.payload, '$.changes') c
  WHERE e.document_id = documents.id AND e.action = 'import' AND c.value ->> '$.field' = 'payeeName')`.mapWith(
    Boolean,
  );

/** The same documents with what the preview shows of them. */
function selectedDocuments(source: Source, selection: BulkSelection) {
  const { docType, userId } = selection;
  const isApproval = selection.action === 'approve';
  const mayRepeat = docType === 'INVOICE' && selection.action !== 'push';
  const header = docType === 'INVOICE' ? invoices : purchaseOrders;
  return source.db
    .select({
      document: {
        id: documents.id,
        type: documents.type,
        status: documents.status,
        number: documents.number,
        milestones: documents.milestones,
        vendorName: documents.vendorName,
        temporaryVendorId: documents.temporaryVendorId,
        totalCents: documents.totalCents,
        costing: documents.costing,
        baseTotalCents: documents.baseTotalCents,
        currency: documents.currencyCode,
        currentStepId: documents.currentStepId,
        contentVersion: documents.contentVersion,
        ownerId: documents.ownerId,
        submitterId: documents.submitterId,
        attachmentCount: documents.attachmentCount,
      },
      prefix: purchaseOrders.prefix,
      payeeName: payments.payeeName,
      onBehalfOf: isApproval ? onBehalfOfIn(source, userId) : sql<null>`NULL`,
      authorEvents: isApproval ? authorEventsOf(documents.id) : noJson<never>(),
      copy: { vendor: header.vendor, vendorAddressId: header.vendorAddressId },
      vendorAddress: vendorAddresses,
      vendorName: vendors.name,
      temporaryVendor: temporaryVendors,
      hadOtherPayee: docType === 'PAYMENT' ? hadOtherPayee : never,
      openQuestion: openQuestionOf(documents.id),
      isOnWorkflow: selection.action === 'push' ? isOnWorkflowOf(source, userId) : never,
      isAtFinalStep: isApproval && docType !== 'PAYMENT' ? isAtFinalStep : never,
      lacksPeriod: isApproval ? lacksPeriod(source) : never,
      isSimilar: mayRepeat ? isSimilarToAnother(source) : never,
      draws: isApproval && docType === 'INVOICE' ? drawsOfRow(source) : noJson<never>(),
      limits: isApproval && docType === 'PO' ? limitsOfRow(source) : noJson<never>(),
      totalsAround: isApproval && docType === 'PO' ? totalsAroundRow(source) : noJson<never>(),
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .leftJoin(invoices, eq(invoices.documentId, documents.id))
    .leftJoin(payments, eq(payments.documentId, documents.id))
    .leftJoin(vendors, eq(vendors.id, documents.vendorId))
    .leftJoin(vendorAddresses, eq(vendorAddresses.id, header.vendorAddressId))
    .leftJoin(temporaryVendors, eq(temporaryVendors.id, documents.temporaryVendorId))
    .where(selected(source, selection))
    .limit(selection.limit);
}

export const selectedDocumentsQuery = (source: Source, selection: BulkSelection) =>
  queryOf(
    source.db,
    selectedDocuments(source, selection).orderBy(desc(documents.numberSort), desc(documents.id)),
  );

const noFilters = { PO: purchaseOrderFilters, INVOICE: invoiceFilters, PAYMENT: paymentFilters };

const queued = prepareRead((source, { userId }: { userId: string }, docType: DocType, limit: number) => {
  const typed = { docType, filters: v.parse(noFilters[docType], {}) } as TypedFilters;
  const visibility = { kind: 'WORKFLOW', userId } as const;
  const selection = { ...typed, action: 'approve', userId, visibility, ids: null, limit } as const;
  return [
    selectedDocuments(source, { ...selection, numberMilestone: null }).orderBy(
      asc(documents.waitingSince),
      asc(documents.id),
    ),
  ] as const;
});

/** The documents of a type that have waited longest for the user, with what decides whether a bulk approval leaves them out. */
export const queuedDocumentsQuery = (source: Source, userId: string, docType: DocType, limit: number) =>
  mapQuery(queued(source, { userId }, docType, limit), ([rows]) => rows);

export type SelectedDocument = RowOf<ReturnType<typeof selectedDocumentsQuery>>[number];
