import { Refusal } from '#domain/codes';
import type { PlanRows } from '#store/d1/query';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { inviteUser } from '#verbs/identity/mail-password-link';
import { withReservedKey, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { partsOf, userPlan } from './view-users.ts';

export const hostOf = ({ user, show }: RequestContext) => ({ by: user, show });

export const invitationPlan = (context: MembershipContext, userId: string) => ({
  ...storedAnswerPlan(context),
  ...userPlan(context, userId),
});

/**
 * Mails a local user a new link to set a password; a duplicate request, also a concurrent one, sends no second e-mail
 * (DEC-99). Throws `USER_NOT_FOUND`, `FORBIDDEN`, `email_send_failed`.
 */
export async function inviteAgain(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof invitationPlan>,
): Promise<{ success: true }> {
  const { env, now } = context;
  const { member } = partsOf(rows);
  requirePermission(context.permissions, 'UserManagement');
  return withReservedKey(context, stored, async () => {
    // The account's own data, not what the show's studio has entered for it.
    const { user, membership } = member;
    const mayMail = membership.isActive && user.localUser;
    const isSent = mayMail && (await inviteUser(env, { userId: user.id, host: hostOf(context), now }));
    if (!isSent) throw new Refusal('email_send_failed');
    return { success: true as const };
  });
}
