import { can, moduleVisible } from '#domain/identity/permissions';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { vendorDocumentTypesQuery } from '#store/show/vendors/tax-forms';
import type { FormOwner, VendorSights } from '#store/show/vendors/tax-forms';
import { visibilitiesOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';

function vendorSights(place: Membership): VendorSights {
  return { PO: visibilitiesOf(place, 'PO'), INVOICE: visibilitiesOf(place, 'INVOICE') };
}

/** The types of the vendor's documents, on which the access depends. */
export const taxFormAccessPlan = (
  place: Membership & Pick<MembershipContext, 'store'>,
  owner: FormOwner,
) => ({
  vendorDocumentTypes: vendorDocumentTypesQuery(place.store, owner, vendorSights(place), place.user.id),
});

/** Tax forms are for users who can open a document of the vendor, and for those with FULL `Show` (DEC-53). */
export function canReadTaxForms(
  { permissions, modules }: Pick<RequestContext, 'permissions' | 'modules'>,
  { vendorDocumentTypes }: PlanRows<typeof taxFormAccessPlan>,
): boolean {
  return can(permissions, 'Show', 'FULL') || vendorDocumentTypes.some((type) => moduleVisible(modules, type));
}

/** The same, read where it is not planned. */
export async function mayReadTaxForms(context: RequestContext, owner: FormOwner): Promise<boolean> {
  return canReadTaxForms(context, await readInOneTrip(taxFormAccessPlan(context, owner)));
}
