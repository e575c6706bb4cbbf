import type { Settings } from '#domain/settings';
import { toCents } from '#domain/values/money';
import { castVote } from './vote.ts';
import type { Instance } from './workflow.ts';

/** Whether this user's approval needs a confirmation: it completes the document and cannot be taken back (RUN-13). */
export function mustConfirmApproval(
  { instance, totalCents }: { instance: Instance | null; totalCents: number },
  userId: string,
  { confirmApprovalAbove: limit }: Pick<Settings, 'confirmApprovalAbove'>,
): boolean {
  if (limit === null || instance === null || Math.abs(totalCents) <= toCents(limit)) return false;
  return castVote(instance, userId, '')?.finalComplete ?? false;
}
