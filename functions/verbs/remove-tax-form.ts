import { isApprover, holdsCreate } from '#domain/permissions';
import { isTaxForm, unlinkTaxForm } from '#store/show/tax-form-rows';
import { fullName } from './context.ts';
import type { Seat, ShowContext } from './context.ts';
import { removeUpload } from './open-file.ts';
import { mayReadTaxForms, prefetchTaxFormAccess } from './tax-form-access.ts';

/** Begins to look what kind of file it is, and whether the user may see it as a tax form. */
export function beginRemoval(seat: Seat, id: string): void {
  seat.store.foreseen.begin(isTaxForm, seat.store, id);
  prefetchTaxFormAccess(seat, { fileId: id });
}

/**
 * Takes a file off the temporary vendor form (API-28, VE-16): one's own upload that is not saved yet, or a tax form of a
 * vendor of the show, for whoever may save documents that use it, and may read the form. While a submitted document uses the vendor the form is
 * kept for those who may read it (DEC-53). Throws `NOT_FOUND`, `WORKFLOW_CONFLICT`.
 */
export async function removeTaxForm(context: ShowContext, id: string): Promise<void> {
  const { store, permissions, membership, user, now } = context;
  const mayEdit =
    holdsCreate(permissions, 'PO') || holdsCreate(permissions, 'INVOICE') || isApprover(membership.role);
  const [isForm, mayRead] = await Promise.all([
    store.foreseen.ask(isTaxForm, store, id),
    mayReadTaxForms(context, { fileId: id }),
  ]);
  const by = { id: user.id, name: fullName(user), now };
  if (mayEdit && isForm && mayRead) await store.write(unlinkTaxForm(store, id, by));
  else await removeUpload(context, id);
}
