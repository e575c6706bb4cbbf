import type { DraftNames } from '#domain/drafts/draft-differences';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type Stored = PurchaseOrder | Invoice;

/** The names for the ids in drafts of these documents. */
export function draftNames(documents: readonly Stored[]): DraftNames {
  const names = new Map<string, string>();
  for (const { company, projectCompanyExternalId, vendorAddress, ...stored } of documents) {
    names.set(projectCompanyExternalId, company);
    if (vendorAddress) names.set(vendorAddress.id, [vendorAddress.address1, vendorAddress.city].join(', '));
    if (stored.billToAddressId && stored.billToAddress)
      names.set(stored.billToAddressId, stored.billToAddress.name);
    if (stored.shipToAddressId && stored.shipToAddress)
      names.set(stored.shipToAddressId, stored.shipToAddress.name);
  }
  return names;
}
