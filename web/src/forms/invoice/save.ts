import type { Invoice, InvoiceDraft } from '#domain/invoice';
import { api, ask } from '../../api.ts';
import { createOnce } from '../document/create-once.ts';

const { invoices } = api.api;

const create = createOnce<Invoice>();

/**
 * Creates or saves an invoice (API-81, API-82); one that `insists` may have the number of another one of its vendor
 * (IN-16). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`, `duplicate_vendor_invoice_id`.
 */
export async function saveInvoice(
  showId: string,
  id: string | null,
  draft: InvoiceDraft,
  insists: boolean,
): Promise<Invoice> {
  const json = { ...draft, showId };
  const query = { overrideDuplicateValidation: String(insists) };
  if (id !== null) {
    const call = { param: { id }, query, json };
    return ask(invoices[':id'].$put(call));
  }
  const call = { query, json };
  return create(call, (headers) => ask(invoices.$post(call, { headers })));
}
