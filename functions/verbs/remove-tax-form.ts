import { isApprover, holdsCreate } from '#domain/permissions';
import { isTaxForm, unlinkTaxForm } from '#store/show/temporary-vendor-rows';
import type { Seat, ShowContext } from './context.ts';
import { removeUpload } from './open-file.ts';

/** Begins to look what kind of file it is. */
export function beginRemoval({ store }: Seat, id: string): void {
  store.foreseen.begin(isTaxForm, store, id);
}

/**
 * Takes a file off the temporary vendor form (API-28, VE-16): one's own upload that is not saved yet, or a tax form of a
 * vendor of the show, for whoever may save documents that use it. Throws `NOT_FOUND`, `WORKFLOW_CONFLICT`.
 */
export async function removeTaxForm(context: ShowContext, id: string): Promise<void> {
  const { store, permissions, membership } = context;
  const mayEdit =
    holdsCreate(permissions, 'PO') || holdsCreate(permissions, 'INVOICE') || isApprover(membership.role);
  const isForm = await store.foreseen.ask(isTaxForm, store, id);
  if (mayEdit && isForm && (await unlinkTaxForm(store, id))) return;
  await removeUpload(context, id);
}
