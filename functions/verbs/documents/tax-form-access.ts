import { can, moduleVisible } from '#domain/identity/permissions';
import { readTypesOfVendor } from '#store/show/vendors/tax-forms';
import type { FormOwner, VendorSights } from '#store/show/vendors/tax-forms';
import { sightsOf } from '#verbs/request/context';
import type { Place, Seat, ShowContext } from '#verbs/request/context';

function vendorSights(place: Place): VendorSights {
  return { PO: sightsOf(place, 'PO'), INVOICE: sightsOf(place, 'INVOICE') };
}

/** Prefetches what `mayReadTaxForms` asks. */
export function prefetchTaxFormAccess(seat: Seat, owner: FormOwner): void {
  seat.store.foreseen.begin(readTypesOfVendor, seat.store, owner, vendorSights(seat), seat.user.id);
}

/** Tax forms are for people who can open a document of the vendor, and for those with FULL `Show` (DEC-53). */
export async function mayReadTaxForms(context: ShowContext, owner: FormOwner): Promise<boolean> {
  const { store, permissions, modules, user } = context;
  const types = await store.foreseen.ask(readTypesOfVendor, store, owner, vendorSights(context), user.id);
  return can(permissions, 'Show', 'FULL') || types.some((type) => moduleVisible(modules, type));
}
