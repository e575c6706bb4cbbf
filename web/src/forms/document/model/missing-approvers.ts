import { tooFewVoters } from '#domain/workflow/one-vote';
import { onlySelfApprovers } from '#domain/workflow/self-approval';
import { ApiError } from '../../../api.ts';

const onlySelfText =
  'The only approvers left on a step are people who worked on this document, and this show does not let them approve it.';

const tooFewText =
  'The steps have too few different approvers, and in this show nobody approves two steps of a document.';

/** Whether all remaining approvers of a step created or submitted the document (DEC-97). */
export function isOnlySelf(error: unknown): boolean {
  return error instanceof ApiError && error.body['reason'] === onlySelfApprovers;
}

/** Appends to `text` which rule of the show leaves a step of a refused save or submit without approvers (COV-21). */
export function withMissingApprovers(text: string, error: unknown): string {
  if (isOnlySelf(error)) return `${text} ${onlySelfText}`;
  const isTooFew = error instanceof ApiError && error.body['reason'] === tooFewVoters;
  return isTooFew ? `${text} ${tooFewText}` : text;
}
