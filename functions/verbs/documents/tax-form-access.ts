import { can, moduleVisible } from '#domain/identity/permissions';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { vendorDocumentTypesQuery } from '#store/show/vendors/tax-forms';
import type { FormOwner, VendorVisibilities } from '#store/show/vendors/tax-forms';
import { visibilitiesOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';

function vendorVisibilities(viewer: Membership): VendorVisibilities {
  return { PO: visibilitiesOf(viewer, 'PO'), INVOICE: visibilitiesOf(viewer, 'INVOICE') };
}

/** Reads the types of the vendor's documents, which decide the access. */
export const taxFormAccessPlan = (
  viewer: Membership & Pick<MembershipContext, 'store'>,
  owner: FormOwner,
) => ({
  vendorDocumentTypes: vendorDocumentTypesQuery(
    viewer.store,
    owner,
    vendorVisibilities(viewer),
    viewer.user.id,
  ),
});

/** Tax forms are for users who can open a document of the vendor, and for those with FULL `Show` (DEC-53). */
export function canReadTaxForms(
  { permissions, modules }: Pick<RequestContext, 'permissions' | 'modules'>,
  { vendorDocumentTypes }: PlanRows<typeof taxFormAccessPlan>,
): boolean {
  return can(permissions, 'Show', 'FULL') || vendorDocumentTypes.some((type) => moduleVisible(modules, type));
}

/** Reads the plan and checks `canReadTaxForms`, for callers without a plan. */
export async function mayReadTaxForms(context: RequestContext, owner: FormOwner): Promise<boolean> {
  return canReadTaxForms(context, await readInOneTrip(taxFormAccessPlan(context, owner)));
}
