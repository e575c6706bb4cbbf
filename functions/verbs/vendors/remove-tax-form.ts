import { Refusal } from '#domain/codes';
import { mayTakeTaxFormOff } from '#domain/reference-data/temporary-vendor-use';
import type { PlanRows } from '#store/d1/query';
import { isTaxFormQuery, unlinkTaxForm } from '#store/show/vendors/tax-forms';
import { taxFormUseQuery } from '#store/show/documents/vendor-use';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { removeUpload } from '#verbs/documents/open-file';
import { canReadTaxForms, taxFormAccessPlan } from '#verbs/documents/tax-form-access';

/** Whether the file is a tax form, what uses it, and what decides whether the user may read it. */
export const taxFormRemovalPlan = (member: MembershipContext, id: string) => ({
  isForm: isTaxFormQuery(member.store, id),
  uses: taxFormUseQuery(member.store, id, member.user.id),
  ...taxFormAccessPlan(member, { fileId: id }),
});

/**
 * Takes a file off the temporary vendor form (API-28, VE-16): one's own upload that is not saved yet, or a tax form of a
 * vendor of the show. While a submitted document uses the vendor the form is kept for those who may read it (DEC-53).
 * Throws `NOT_FOUND`, `WORKFLOW_CONFLICT`, and `FORBIDDEN` for users who may read the form but not change the vendor.
 */
export async function removeTaxForm(
  context: RequestContext,
  { isForm, uses, ...access }: PlanRows<typeof taxFormRemovalPlan>,
  id: string,
): Promise<void> {
  const { store, user, now } = context;
  if (!isForm || !canReadTaxForms(context, access)) return removeUpload(context, id);
  if (!mayTakeTaxFormOff(context, uses)) throw new Refusal('FORBIDDEN');
  await store.write(unlinkTaxForm(store, id, { id: user.id, name: fullName(user), now }));
}
