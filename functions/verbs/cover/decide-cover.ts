import { Refusal } from '#domain/codes';
import { peopleRefusal } from '#domain/cover/cover-request';
import type { Cover } from '#domain/cover/cover-request';
import { can } from '#domain/identity/permissions';
import { userLock } from '#domain/management/user';
import {
  coverQuery,
  declineCover,
  endCover,
  enqueueDecisionMail,
  markApproved,
} from '#store/show/cover/covers';
import type { CoverRow } from '#store/show/cover/covers';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { MembershipContext, PlanContext, RequestContext } from '#verbs/request/context';
import { fullName } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { publishCoverChange } from '#verbs/realtime/publish-changes';
import { coverMailJob } from './announce-covers.ts';
import { coverOf, findPeople, newCoverPlan, notInShow, openCovers, personsOf } from './covers.ts';

export const coverPlan = ({ store }: Pick<PlanContext, 'store'>, id: string) => ({
  cover: coverQuery(store, id),
});

/** Commits a decision together with the e-mail to the absent user (COV-18). Returns the cover after it. */
async function commitDecision(
  { env, store, now }: RequestContext,
  cover: CoverRow,
  event: 'approved' | 'declined',
  decision: Write,
): Promise<CoverRow | null> {
  const mail = coverMailJob(cover, cover.userId, event);
  const after = await store.writeAndRead(
    [enqueueDecisionMail(store, cover.id, mail, now), decision],
    coverPlan({ store }, cover.id),
  );
  await dispatchNewJobs(env, [mail]);
  return after.cover;
}

/**
 * Ends a cover at once (COV-05), or declines one that awaits approval. The absent user, the user who set it, and those
 * who manage users may. Throws `NOT_FOUND`, also for a cover of others; `WORKFLOW_CONFLICT` for one that has ended, or that
 * another administrator has approved meanwhile.
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
  if (state === 'PENDING' && user.id !== cover.userId) {
    const after = await commitDecision(context, cover, 'declined', declineCover(store, cover.id, now));
    if (after?.awaitsApproval !== true) throw new Refusal('WORKFLOW_CONFLICT');
  } else await store.write([endCover(store, cover.id, now)]);
  context.runAfterResponse(publishCoverChange(context, cover));
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
  const after = await commitDecision(context, cover, 'approved', markApproved(store, cover.id, by, now));
  // Another administrator has decided meanwhile.
  if (after?.approvedById !== user.id) throw new Refusal('WORKFLOW_CONFLICT');
  context.runAfterResponse(publishCoverChange(context, after));
  return coverOf(after, now);
}
