import { Refusal } from '#domain/codes';
import { isApprover } from '#domain/identity/permissions';
import { userLock } from '#domain/management/user';
import { joinDepartment } from '#store/show/management/write-department';
import { refreshQueue } from '#store/show/approval/write-workflow';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import type { RequestContext } from '#verbs/request/context';
import {
  departmentMemberPlan,
  departmentMembershipOf,
  requireNoGuarantor,
  toConflict,
} from './department-members.ts';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { partsOf, userOf } from './view-users.ts';
import type { userPlan } from './view-users.ts';

/**
 * Sets the departments of a user (API-75). Throws `USER_NOT_FOUND`, `FORBIDDEN`, `NOT_FOUND` for a department that is
 * not of this show, and `WORKFLOW_CONFLICT` when the user cannot be removed from one (API-103).
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
  if (departmentIds.length > 0) requireNoGuarantor({ role: user.roleId });
  if (!departmentIds.every((id) => known.includes(id))) throw new Refusal('NOT_FOUND');
  const present = user.departments.map(({ id }) => id);
  const left = present.filter((id) => !departmentIds.includes(id));
  const joined = known.filter((id) => departmentIds.includes(id) && !present.includes(id));
  if (left.length > 0) requirePermission(context.permissions, 'Departments', 'READ');
  const targets = left.map((departmentId) => ({ departmentId, userId }));
  const removals = await Promise.all(
    targets.map(async (target) =>
      departmentMembershipOf(context, await readInOneTrip(departmentMemberPlan(context, target)), target),
    ),
  );
  if (removals.some(({ check }) => !check.canRemove)) {
    throw new Refusal('WORKFLOW_CONFLICT', {
      message:
        'The user cannot be removed from a department: it has documents in approval, or no one else approves for it.',
    });
  }
  const departmentMemberships = [
    ...removals.map(({ leave }) => leave()),
    ...joined.map((id) => joinDepartment(store, id, userId)),
  ];
  if (departmentMemberships.length > 0) {
    const mayApprove = user.isActive && isApprover(user.roleId);
    await store
      .write([...departmentMemberships, ...refreshQueue(store, userId, mayApprove)])
      .catch(toConflict);
    context.runAfterResponse(publishShowChange(context.env, store.showId));
  }
  return parts.departments
    .filter(({ id }) => departmentIds.includes(id))
    .map(({ id, name }) => ({ id, name }));
}
