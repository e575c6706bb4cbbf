import { Refusal } from '#domain/codes';
import { peopleRefusal } from '#domain/cover/cover-request';
import type { Cover } from '#domain/cover/cover-request';
import { can } from '#domain/identity/permissions';
import { userLock } from '#domain/management/user';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { coverQuery, endCover, markApproved } from '#store/show/cover/covers';
import type { CoverRow } from '#store/show/cover/covers';
import type { PlanRows } from '#store/d1/query';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { MembershipContext, PlanContext, RequestContext } from '#verbs/request/context';
import { fullName } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { coverMailJob } from './announce-covers.ts';
import { coverOf, findPeople, newCoverPlan, notInShow, openCovers, personsOf } from './covers.ts';

export const coverPlan = ({ store }: Pick<PlanContext, 'store'>, id: string) => ({
  cover: coverQuery(store, id),
});

/** Tells the absent user what an administrator decided about their cover (COV-18). Repeated, it mails once. */
async function mailDecision(
  { env, store, now }: RequestContext,
  cover: CoverRow,
  event: 'approved' | 'declined',
): Promise<void> {
  const jobs = await enqueueJobs(store.db, [coverMailJob(cover, cover.userId, event)], now);
  await dispatchJobs(env, store.db, jobs, now);
}

/**
 * Ends a cover at once (COV-05), or declines one that awaits approval. The absent user, the user who set it, and those
 * who manage users may. Throws `NOT_FOUND`, also for a cover of others; `WORKFLOW_CONFLICT` for one that has ended.
 */
export async function cancelCover(
  context: RequestContext,
  { cover }: PlanRows<typeof coverPlan>,
): Promise<Cover> {
  const { store, user, permissions, now } = context;
  const mayCancel =
    cover !== null &&
    ([cover.userId, cover.setById].includes(user.id) || can(permissions, 'UserManagement', 'FULL'));
  if (!mayCancel) throw new Refusal('NOT_FOUND');
  const { state } = coverOf(cover, now);
  if (state === 'ENDED') throw new Refusal('WORKFLOW_CONFLICT');
  await store.write([endCover(store, cover.id, now)]);
  if (state === 'PENDING' && user.id !== cover.userId) await mailDecision(context, cover, 'declined');
  return coverOf({ ...cover, endedAt: now }, now);
}

export const approveCoverPlan = (
  context: Pick<MembershipContext, 'store' | 'directory' | 'now'>,
  id: string,
) => ({
  ...newCoverPlan(context),
  ...coverPlan(context, id),
});

/**
 * Approves a cover that awaits it (COV-17). Throws `FORBIDDEN` for users who do not manage users, who may not change
 * the absent user, or who take part in the cover; `WORKFLOW_CONFLICT` for a cover that no longer awaits approval,
 * `invalid_parameter` with the reason when its people can no longer cover each other.
 */
export async function approveCover(
  context: RequestContext,
  { cover, members, covers }: PlanRows<typeof approveCoverPlan>,
): Promise<Cover> {
  const { store, user, membership, permissions, now } = context;
  requirePermission(permissions, 'UserManagement');
  if (cover === null) throw new Refusal('NOT_FOUND');
  const people = findPeople(members, cover);
  if (people === null) throw new Refusal('invalid_parameter', { message: notInShow });
  const actor = { id: user.id, role: membership.role, permissions };
  const isLocked = userLock(actor, { roleId: people.absent.membership.role }) !== null;
  if (isLocked || [cover.userId, cover.coveringId, cover.alternateId].includes(user.id))
    throw new Refusal('FORBIDDEN');
  const { state } = coverOf(cover, now);
  if (state === 'ENDED') throw new Refusal('WORKFLOW_CONFLICT');
  if (state !== 'PENDING') {
    if (cover.approvedById !== user.id) throw new Refusal('WORKFLOW_CONFLICT');
    return coverOf(cover, now);
  }
  const others = covers.filter((one) => one.cover.id !== cover.id);
  const reason = peopleRefusal(
    { ...personsOf(people, cover.types), actorId: cover.setById },
    cover,
    openCovers(others),
  );
  if (reason !== null) throw new Refusal('invalid_parameter', { message: reason });
  const by = { userId: user.id, name: fullName(user) };
  const after = await store.writeAndRead(
    [markApproved(store, cover.id, by, now)],
    coverPlan(context, cover.id),
  );
  // Another administrator has decided meanwhile.
  if (after.cover?.approvedById !== user.id) throw new Refusal('WORKFLOW_CONFLICT');
  await mailDecision(context, after.cover, 'approved');
  return coverOf(after.cover, now);
}
