import { Refusal } from '#domain/codes';
import { isApprover } from '#domain/identity/permissions';
import { userLock } from '#domain/management/user';
import { joinDepartment } from '#store/show/management/write-department';
import { refreshQueue } from '#store/show/approval/write-workflow';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import type { RequestContext } from '#verbs/request/context';
import { departmentMemberPlan, overtaken, standingIn } from './department-members.ts';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';
import { partsOf, userOf } from './view-users.ts';
import type { userPlan } from './view-users.ts';

/**
 * API-75: makes a user a member of just these departments. Throws `USER_NOT_FOUND`, `FORBIDDEN`, `NOT_FOUND` for a
 * department that the show does not have, and `WORKFLOW_CONFLICT` while they cannot be taken out of one (API-103).
 */
export async function assignDepartments(
  context: RequestContext,
  rows: PlanRows<typeof userPlan>,
  departmentIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { store } = context;
  const parts = partsOf(rows);
  const user = userOf(parts);
  const userId = user.id;
  const actor = { id: context.user.id, role: context.membership.role, permissions: context.permissions };
  if (userLock(actor, user) !== null) throw new Refusal('FORBIDDEN');
  const known = parts.departments.map(({ id }) => id);
  if (!departmentIds.every((id) => known.includes(id))) throw new Refusal('NOT_FOUND');
  const present = user.departments.map(({ id }) => id);
  const left = present.filter((id) => !departmentIds.includes(id));
  const joined = known.filter((id) => departmentIds.includes(id) && !present.includes(id));
  if (left.length > 0) requirePermission(context.permissions, 'Departments', 'READ');
  const targets = left.map((departmentId) => ({ departmentId, userId }));
  const standings = await Promise.all(
    targets.map(async (target) =>
      standingIn(context, await readInOneTrip(departmentMemberPlan(context, target)), target),
    ),
  );
  if (standings.some(({ check }) => !check.canRemove)) {
    throw new Refusal('WORKFLOW_CONFLICT', {
      message:
        'The user cannot be removed from a department: it has documents in approval, or no one else approves for it.',
    });
  }
  const departmentMemberships = [
    ...standings.map(({ leave }) => leave()),
    ...joined.map((id) => joinDepartment(store, id, userId)),
  ];
  if (departmentMemberships.length > 0) {
    const mayApprove = user.isActive && isApprover(user.roleId);
    await store
      .write([...departmentMemberships, ...refreshQueue(store, userId, mayApprove)])
      .catch(overtaken);
    context.later(publishShowChange(context.env, store.showId));
  }
  return parts.departments
    .filter(({ id }) => departmentIds.includes(id))
    .map(({ id, name }) => ({ id, name }));
}
