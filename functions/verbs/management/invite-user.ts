import { Refusal } from '#domain/codes';
import type { PlanRows } from '#store/d1/query';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { inviteUser } from '#verbs/identity/mail-password-link';
import { withReservedKey, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { partsOf, userPlan } from './view-users.ts';

/** Who invites, and to which show. */
export const hostOf = ({ user, show }: RequestContext) => ({ by: user, show });

/** The user who is invited. */
export const invitationPlan = (
  context: Pick<MembershipContext, 'store' | 'directory' | 'show' | 'user'>,
  userId: string,
  repeat: Repeat | null,
) => ({ ...storedAnswerPlan(context, repeat), ...userPlan(context, userId) });

/**
 * Mails a local user another link to set a password, and a `repeat` no second one (DEC-99), not even one that comes while
 * the first is under way. Throws `USER_NOT_FOUND`, `FORBIDDEN`, `email_send_failed`.
 */
export async function inviteAgain(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof invitationPlan>,
  repeat: Repeat | null,
): Promise<{ success: true }> {
  const { env, now } = context;
  const { member } = partsOf(rows);
  requirePermission(context.permissions, 'UserManagement');
  return withReservedKey(context, repeat, stored, async () => {
    // By the account itself, whatever it is called here.
    const { user, membership } = member;
    const mayMail = membership.isActive && user.localUser;
    const isSent = mayMail && (await inviteUser(env, { userId: user.id, host: hostOf(context), now }));
    if (!isSent) throw new Refusal('email_send_failed');
    return { success: true as const };
  });
}
