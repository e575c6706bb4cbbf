import { Refusal } from '#domain/codes';
import type { AddressType, NewAddress, SavedAddress } from '#domain/management/show-form';
import type { PlanRows } from '#store/d1/query';
import { insertAddress, updateAddress } from '#store/show/management/addresses-and-categories';
import type { AddressRow } from '#store/show/management/addresses-and-categories';
import type { RequestContext } from '#verbs/request/context';
import { withIdempotency } from '#verbs/request/idempotency';
import type { storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-changes';

/** An address as the API returns it (MG-16). */
export type Address = Omit<AddressRow, 'showId'>;

export function addressOf({ showId: _showId, ...address }: AddressRow): Address {
  return address;
}

/** Adds an address to the show's own (API-55). Throws `FORBIDDEN`. */
export function addAddress(
  context: RequestContext,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  addressType: AddressType,
  input: NewAddress,
): Promise<Address> {
  requirePermission(context.permissions, 'Show');
  return withIdempotency(context, stored, async (answerRow) => {
    const address = { id: context.newId(), addressType, ...input, isActive: true };
    const { store } = context;
    await store.write([insertAddress(store, { ...address, showId: store.showId }), ...answerRow(address)]);
    context.runAfterResponse(publishShowChange(context.env, store.showId));
    return address;
  });
}

/** Changes an address; documents that use it print the new version (API-56). Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function saveAddress(context: RequestContext, input: SavedAddress): Promise<Address> {
  requirePermission(context.permissions, 'Show');
  const saved = await updateAddress(context.store, input);
  if (!saved) throw new Refusal('NOT_FOUND');
  context.runAfterResponse(publishShowChange(context.env, context.show.id));
  return addressOf(saved);
}
