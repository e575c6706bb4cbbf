import { Refusal } from '#domain/codes';
import { mayTakeTaxFormOff } from '#domain/reference-data/temporary-vendor-use';
import { isTaxForm, unlinkTaxForm } from '#store/show/vendors/tax-forms';
import { readUsesOfTaxForm } from '#store/show/documents/vendor-use';
import { fullName } from '#verbs/request/context';
import type { Seat, ShowContext } from '#verbs/request/context';
import { removeUpload } from '#verbs/documents/open-file';
import { mayReadTaxForms, prefetchTaxFormAccess } from '#verbs/documents/tax-form-access';

/** Begins to look what kind of file it is, who uses it, and whether the user may see it as a tax form. */
export function beginRemoval(seat: Seat, id: string): void {
  const { store, user } = seat;
  store.foreseen.begin(isTaxForm, store, id);
  store.foreseen.begin(readUsesOfTaxForm, store, id, user.id);
  prefetchTaxFormAccess(seat, { fileId: id });
}

/**
 * Takes a file off the temporary vendor form (API-28, VE-16): one's own upload that is not saved yet, or a tax form of a
 * vendor of the show. While a submitted document uses the vendor the form is kept for those who may read it (DEC-53).
 * Throws `NOT_FOUND`, `WORKFLOW_CONFLICT`, and `FORBIDDEN` for users who may read the form but not change the vendor.
 */
export async function removeTaxForm(context: ShowContext, id: string): Promise<void> {
  const { store, user, now } = context;
  const [isForm, uses, mayRead] = await Promise.all([
    store.foreseen.ask(isTaxForm, store, id),
    store.foreseen.ask(readUsesOfTaxForm, store, id, user.id),
    mayReadTaxForms(context, { fileId: id }),
  ]);
  if (!isForm || !mayRead) return removeUpload(context, id);
  if (!mayTakeTaxFormOff(context, uses)) throw new Refusal('FORBIDDEN');
  await store.write(unlinkTaxForm(store, id, { id: user.id, name: fullName(user), now }));
}
