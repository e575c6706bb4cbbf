import type { Invoice, InvoiceDraft } from '#domain/invoices/invoice';
import { api, ask } from '../../api.ts';
import { createIdempotent } from '../document/saving/idempotent-create.ts';
import type { SaveTarget } from '../document/model/form-definition.ts';

const { invoices } = api.api;

const once = createIdempotent<Invoice>();

/**
 * Creates or saves an invoice (API-81, API-82); with a `reason` it may have the number of another one of its vendor
 * (IN-16, IN-32). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`, `duplicate_vendor_invoice_id`.
 */
export async function saveInvoice(
  showId: string,
  target: SaveTarget | null,
  draft: InvoiceDraft,
  reason: string | null,
): Promise<Invoice> {
  const json = { ...draft, showId, duplicateReason: reason ?? '' };
  const query = { overrideDuplicateValidation: String(reason !== null) };
  if (target !== null) {
    const { id, contentVersion } = target;
    const save = { param: { id }, query, json: { ...json, contentVersion } };
    return once(save, (headers) => ask(invoices[':id'].$put(save, { headers })));
  }
  const call = { query, json };
  return once(call, (headers) => ask(invoices.$post(call, { headers })));
}
