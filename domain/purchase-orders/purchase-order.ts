import * as v from 'valibot';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { inputsOf } from '#domain/documents/text-field-schemas';
import { list, text } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { draftHeader, lineLimit } from '#domain/documents/document-draft';
import { checkLines, draftTotalCents, lineInput, totalCents } from '#domain/documents/line';
import { maximumCents } from '#domain/values/money';
import { issue, type Issue } from '#domain/documents/validation';
import { vendorLacksName, vendorNeedsAddress } from '#domain/reference-data/vendor';

/** The bounded body of a create or a save; unknown fields are dropped. `checkPurchaseOrder` has the rules (DEC-01). */
export const purchaseOrderInput = v.object({
  ...draftHeader,
  poDate: text(40),
  ...inputsOf(orderHeaderFields),
  lineItems: list(lineInput, lineLimit),
});
/** A purchase order in the form and in the body of a save. */
export type PurchaseOrderDraft = v.InferOutput<typeof purchaseOrderInput>;

export interface CheckContext {
  /** The number of locked lines while a change order is open, else null. */
  lockedLineCount: number | null;
  /** True if the open change order lowers a locked line, which counts as its change (CHANGE-05). */
  hasReduction?: boolean;
}

/** Checks PO-24 to PO-29 and DEC-95, in the order of the contract. */
function checkHeader(draft: PurchaseOrderDraft): Issue[] {
  const issues: Issue[] = [];
  if (draft.description.trim() === '') issues.push(issue('description', 'description'));
  if (draft.projectCompanyExternalId === '') issues.push(issue('company', 'projectCompanyExternalId'));
  if (draft.vendor === null || vendorLacksName(draft.vendor)) issues.push(issue('vendor', 'vendor'));
  else if (vendorNeedsAddress(draft.vendor, draft.vendorAddress)) {
    issues.push(issue('vendor', 'vendorAddress', 'Please select a vendor address.'));
  }
  if (!draft.department || draft.department.name.trim() === '')
    issues.push(issue('department', 'department'));
  if (!isDay(draft.poDate)) issues.push(issue('date', 'poDate'));
  if (draft.projectCompanyCurrencyExternalId === '') issues.push(issue('currency', 'currency'));
  return issues;
}

/** Checks PO-30 and PO-31, and DEC-35 before a submit. */
function checkTotal(draft: PurchaseOrderDraft, phase: 'save' | 'submit'): Issue[] {
  const total = totalCents(draft.lineItems);
  if (Number.isNaN(total)) return [issue('total_invalid', 'totalCost')];
  const amounts = [total, ...draft.lineItems.map(draftTotalCents)];
  if (amounts.some((cents) => Math.abs(cents) > maximumCents)) return [issue('total_max', 'totalCost')];
  return phase === 'submit' && total <= 0 ? [issue('aggregate_total', 'totalCost')] : [];
}

/**
 * Checks every rule of a PO that needs no other data, in the order of the contract (PO-24 to PO-32, LI-12 to LI-19,
 * CO-05). The server first replaces references by the show's own data and empties those that do not exist.
 */
export function checkPurchaseOrder(
  draft: PurchaseOrderDraft,
  phase: 'save' | 'submit',
  context: CheckContext,
): Issue[] {
  const issues = [...checkHeader(draft), ...checkLines(draft.lineItems), ...checkTotal(draft, phase)];
  const locked = context.lockedLineCount;
  const hasNewLine = locked === null || draft.lineItems.length > locked;
  if (phase === 'submit' && !hasNewLine && !context.hasReduction) {
    issues.push(issue('change_order_line', 'lineItems'));
  }
  return issues;
}
