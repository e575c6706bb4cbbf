import { can, moduleVisible } from '#domain/identity/permissions';
import type { PlanRows } from '#store/d1/query';
import { readTypesOfVendor, vendorDocumentTypesQuery } from '#store/show/vendors/tax-forms';
import type { FormOwner, VendorSights } from '#store/show/vendors/tax-forms';
import { sightsOf } from '#verbs/request/context';
import type { Place, Seat, ShowContext } from '#verbs/request/context';

function vendorSights(place: Place): VendorSights {
  return { PO: sightsOf(place, 'PO'), INVOICE: sightsOf(place, 'INVOICE') };
}

/** The types of the vendor's documents, on which the access depends. */
export const taxFormAccessPlan = (place: Place & Pick<Seat, 'store'>, owner: FormOwner) => ({
  vendorDocumentTypes: vendorDocumentTypesQuery(place.store, owner, vendorSights(place), place.user.id),
});

/** Tax forms are for users who can open a document of the vendor, and for those with FULL `Show` (DEC-53). */
export function canReadTaxForms(
  { permissions, modules }: Pick<ShowContext, 'permissions' | 'modules'>,
  { vendorDocumentTypes }: PlanRows<typeof taxFormAccessPlan>,
): boolean {
  return can(permissions, 'Show', 'FULL') || vendorDocumentTypes.some((type) => moduleVisible(modules, type));
}

/** Prefetches what `mayReadTaxForms` asks. */
export function prefetchTaxFormAccess(seat: Seat, owner: FormOwner): void {
  seat.store.foreseen.begin(readTypesOfVendor, seat.store, owner, vendorSights(seat), seat.user.id);
}

/** The same, read where it is not planned. */
export async function mayReadTaxForms(context: ShowContext, owner: FormOwner): Promise<boolean> {
  const { store, user } = context;
  const types = await store.foreseen.ask(readTypesOfVendor, store, owner, vendorSights(context), user.id);
  return canReadTaxForms(context, { vendorDocumentTypes: types });
}
