import { Refusal } from '#domain/codes';
import { checkInvoice } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import { departmentRefusal } from '#domain/identity/permissions';
import type { ResolvedReference } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';
import { errorCodes } from '#domain/documents/validation';
import type { PlanRows } from '#store/d1/query';
import { requestedQuery } from '#verbs/relief/list-relievable';
import { checkReferences, findReferencedOrders } from '#verbs/relief/validate-po-references';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { linkPlan } from '#verbs/documents/link-attachments';
import { draftPlan, draftReferences } from '#verbs/documents/draft-references';
import type { DraftReferences } from '#verbs/documents/draft-references';
import { resolvedInvoice } from './invoice-values.ts';
import { actorOf } from '#verbs/lifecycle/subject';

/** A draft that passed every rule of a save, with the rows it refers to. */
export interface ValidatedInvoice {
  draft: InvoiceDraft;
  found: DraftReferences;
  /** One for each line, in order. */
  references: ResolvedReference[];
  totalCents: number;
}

/** The invoice that a draft is saved to. */
interface StoredInvoice {
  id: string;
  departmentId: string | null;
  /** DEC-16: an approver's edit keeps the department, which is not checked again. */
  isDepartmentFixed: boolean;
}

/**
 * Looks up what a draft names and checks it; `stored` null: a new invoice. Throws `NO_DEPARTMENT_ASSOCIATION_WITH_USER`
 * before everything else (DEC-98), and `POS_BAD_REQUEST` with one code per failed rule (IN-18, DEC-02).
 */
export async function validateInvoice(
  context: RequestContext,
  given: InvoiceDraft,
  stored: StoredInvoice | null,
  rows: InvoiceDraftRows,
): Promise<ValidatedInvoice> {
  const found = draftReferences(given, stored, rows);
  const draft = resolvedInvoice(context, given, found);
  const parties = {
    // By its own id here, by which it was looked up in the same moment.
    vendor: found.vendor?.id ?? '',
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const id = stored?.id ?? null;
  const checked = await checkReferences(context, draft.lineItems, parties, id, rows.relievable);
  const { references, issues, orders } = checked;
  if (!stored?.isDepartmentFixed) {
    const shared = sharedDepartment(draft.lineItems, orders);
    const departmentId = given.department?.id ?? null;
    const refused = departmentRefusal(actorOf(context), 'INVOICE', departmentId, shared?.id ?? null);
    if (refused) throw new Refusal(refused);
  }
  const all = [...checkInvoice(draft), ...issues];
  if (all.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(all) });
  return { draft, found, references, totalCents: invoiceLinesCents(draft.lineItems) };
}

/** What a draft names, the orders that its lines relieve among it. `id` null: a new invoice. */
export function invoiceDraftPlan(context: MembershipContext, draft: InvoiceDraft, id: string | null) {
  const parties = {
    vendor: draft.vendor?.isTemporary ? '' : (draft.vendor?.id ?? ''),
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const offer = parties.vendor === '' ? null : findReferencedOrders(context, draft.lineItems, id);
  return {
    ...draftPlan(context, draft),
    ...linkPlan(context, 'INVOICE', id, draft.attachments),
    relievable: offer && requestedQuery(context.store, { ...parties, ...offer }),
  };
}
export type InvoiceDraftRows = PlanRows<typeof invoiceDraftPlan>;

/** IN-17, IN-18, DEC-37: the code stands in the list of errors, too, which the form shows. */
export function numberTaken(): Refusal {
  return new Refusal('duplicate_vendor_invoice_id', { errors: ['duplicate_vendor_invoice_id'] });
}
