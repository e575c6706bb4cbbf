import { Refusal } from '#domain/codes';
import { checkInvoice } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import { departmentRefusal } from '#domain/identity/permissions';
import type { ResolvedReference } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';
import { errorCodes } from '#domain/documents/validation';
import { readRelievable } from '#store/show/relief/read-relief';
import { beginDraft } from '#verbs/request/prefetch';
import { checkReferences, ordersNamed } from '#verbs/relief/validate-po-references';
import type { Seat, ShowContext } from '#verbs/request/context';
import { beginLinking } from '#verbs/documents/link-attachments';
import { draftReferences } from '#verbs/documents/draft-references';
import type { DraftReferences } from '#verbs/documents/draft-references';
import { resolvedInvoice } from './invoice-values.ts';
import { actorOf } from '#verbs/lifecycle/subject';

/** A draft that passed every rule of a save, with the rows it refers to. */
export interface CheckedInvoice {
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
export async function checkedInvoice(
  context: ShowContext,
  given: InvoiceDraft,
  stored: StoredInvoice | null,
): Promise<CheckedInvoice> {
  const found = await draftReferences(context, given, stored);
  const draft = resolvedInvoice(context, given, found);
  const parties = {
    // By its own id here, by which it was looked up in the same moment.
    vendor: found.vendor?.id ?? '',
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const checked = await checkReferences(context, draft.lineItems, parties, stored?.id ?? null);
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

/** Begins what a draft names, the orders that its lines relieve among it. `id` null: a new invoice. */
export function beginInvoiceDraft(seat: Seat, draft: InvoiceDraft, id: string | null): void {
  beginDraft(seat, draft);
  beginLinking(seat, 'INVOICE', id, draft.attachments);
  const parties = {
    vendor: draft.vendor?.isTemporary ? '' : (draft.vendor?.id ?? ''),
    projectCompanyExternalId: draft.projectCompanyExternalId,
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
  };
  const wanted = ordersNamed(seat, draft.lineItems, id);
  if (wanted && parties.vendor)
    seat.store.foreseen.begin(readRelievable, seat.store, { ...parties, ...wanted });
}

/** IN-17, IN-18, DEC-37: the code stands in the list of errors, too, which the form shows. */
export function numberTaken(): Refusal {
  return new Refusal('duplicate_vendor_invoice_id', { errors: ['duplicate_vendor_invoice_id'] });
}
