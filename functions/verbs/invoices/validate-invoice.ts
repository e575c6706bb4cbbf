import { Refusal } from '#domain/codes';
import { checkInvoice } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import { departmentRefusal } from '#domain/identity/permissions';
import type { ResolvedReference } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';
import { errorCodes } from '#domain/documents/validation';
import type { PlanRows } from '#store/d1/query';
import { relievableResultQuery } from '#verbs/relief/list-relievable';
import { validateReferences, findReferencedOrders } from '#verbs/relief/validate-po-references';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { linkPlan } from '#verbs/documents/link-attachments';
import { draftPlan, draftReferences } from '#verbs/documents/draft-references';
import type { DraftReferences } from '#verbs/documents/draft-references';
import { resolveInvoice } from './invoice-values.ts';
import { actorOf } from '#verbs/lifecycle/subject';

/** A draft that passed every rule of a save, with the rows it refers to. */
export interface ValidatedInvoice {
  draft: InvoiceDraft;
  records: DraftReferences;
  /** One for each line, in order. */
  references: ResolvedReference[];
  totalCents: number;
}

interface StoredInvoice {
  id: string;
  departmentId: string | null;
  /** An approver's edit keeps the department, which is not checked again (DEC-16). */
  isDepartmentFixed: boolean;
}

/**
 * Reads and checks the references of a draft; `stored` is null for a new invoice. Throws
 * `NO_DEPARTMENT_ASSOCIATION_WITH_USER` before everything else (DEC-98), and `POS_BAD_REQUEST` with one code per failed
 * rule (IN-18, DEC-02).
 */
export async function validateInvoice(
  context: RequestContext,
  input: InvoiceDraft,
  stored: StoredInvoice | null,
  rows: InvoiceDraftRows,
): Promise<ValidatedInvoice> {
  const records = draftReferences(input, stored, rows);
  const draft = resolveInvoice(context, input, records);
  const parties = {
    // The vendor's own id, by which it was read in the same round trip.
    vendor: records.vendor?.id ?? '',
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const id = stored?.id ?? null;
  const checked = await validateReferences(context, draft.lineItems, parties, id, rows.relievable);
  const { references, issues, orders } = checked;
  if (!stored?.isDepartmentFixed) {
    const shared = sharedDepartment(draft.lineItems, orders);
    const departmentId = input.department?.id ?? null;
    const refused = departmentRefusal(actorOf(context), 'INVOICE', departmentId, shared?.id ?? null);
    if (refused) throw new Refusal(refused);
  }
  const all = [...checkInvoice(draft), ...issues];
  if (all.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(all) });
  return { draft, records, references, totalCents: invoiceLinesCents(draft.lineItems) };
}

/** Reads what a draft refers to, with the orders that its lines relieve. `id` is null for a new invoice. */
export function invoiceDraftPlan(context: MembershipContext, draft: InvoiceDraft, id: string | null) {
  const parties = {
    vendor: draft.vendor?.isTemporary ? '' : (draft.vendor?.id ?? ''),
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const query = parties.vendor === '' ? null : findReferencedOrders(context, draft.lineItems, id);
  return {
    ...draftPlan(context, draft),
    ...linkPlan(context, 'INVOICE', id, draft.attachments),
    relievable: query && relievableResultQuery(context.store, { ...parties, ...query }),
  };
}
export type InvoiceDraftRows = PlanRows<typeof invoiceDraftPlan>;

/** The form shows the list of errors, so it contains the code, too (IN-17, IN-18, DEC-37). */
export function numberTaken(): Refusal {
  return new Refusal('duplicate_vendor_invoice_id', { errors: ['duplicate_vendor_invoice_id'] });
}
