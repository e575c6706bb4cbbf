import { Refusal } from '#domain/codes';
import type { AddressType, NewAddress, SavedAddress } from '#domain/management/show-form';
import type { PlanRows } from '#store/d1/query';
import { insertAddress, updateAddress } from '#store/show/management/addresses-and-categories';
import type { AddressRow } from '#store/show/management/addresses-and-categories';
import type { RequestContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';

/** MG-16: an address on the wire. */
export type Address = Omit<AddressRow, 'showId'>;

export function addressOf({ showId: _showId, ...address }: AddressRow): Address {
  return address;
}

/** Adds an address to the show's own (API-55). Throws `FORBIDDEN`. */
export function addAddress(
  context: RequestContext,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  addressType: AddressType,
  given: NewAddress,
  repeat: Repeat | null,
): Promise<Address> {
  requirePermission(context.permissions, 'Show');
  return once(context, repeat, stored, async (keep) => {
    const address = { id: context.newId(), addressType, ...given, isActive: true };
    const { store } = context;
    await store.write([insertAddress(store, { ...address, showId: store.showId }), ...keep(address)]);
    context.later(publishShowChange(context.env, store.showId));
    return address;
  });
}

/** Changes an address; documents that have it print it as it now is (API-56). Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function saveAddress(context: RequestContext, given: SavedAddress): Promise<Address> {
  requirePermission(context.permissions, 'Show');
  const saved = await updateAddress(context.store, given);
  if (!saved) throw new Refusal('NOT_FOUND');
  context.later(publishShowChange(context.env, context.show.id));
  return addressOf(saved);
}
