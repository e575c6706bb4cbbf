import { Refusal } from '#domain/codes';
import type { DepartmentCheck } from '#domain/management/department';
import { can, isGuarantor } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { violatesConstraint } from '#store/d1/open';
import type { PlanRows, RowOf } from '#store/d1/query';
import { leaveDepartment } from '#store/show/management/write-department';
import {
  departmentMembersQuery,
  departmentQuery,
  removalBlockersQuery,
} from '#store/show/management/read-departments';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { DepartmentUser } from '#domain/management/management-response';

interface Member {
  userId: string;
  isActive: boolean;
}

type DepartmentRows = RowOf<ReturnType<typeof departmentQuery>>;

function requireDepartment(department: DepartmentRows): NonNullable<DepartmentRows> {
  if (!department) throw new Refusal('NOT_FOUND');
  return department;
}

export const departmentUsersPlan = ({ store, directory }: MembershipContext, departmentId: string) => ({
  department: departmentQuery(store, departmentId),
  people: showMembersQuery(directory),
});

export const usersOfDepartmentsPlan = (
  { store, directory }: MembershipContext,
  departmentIds: readonly string[],
) => ({
  members: departmentMembersQuery(store, departmentIds),
  people: showMembersQuery(directory),
});

/** Throws for a guarantor, who belongs to no department (BUD-88). */
export function requireNoGuarantor(person: { role: Role }): void {
  if (!isGuarantor(person)) return;
  throw new Refusal('invalid_parameter', { message: 'A guarantor cannot belong to a department.' });
}

/** Sorted by name. A user in several of the departments is active when active in any of them. */
function usersOf(people: readonly ShowMember[], members: readonly Member[]): DepartmentUser[] {
  const known = new Set(members.map(({ userId }) => userId));
  const active = new Set(members.filter(({ isActive }) => isActive).map(({ userId }) => userId));
  return people
    .filter(({ id }) => known.has(id))
    .map((person) => ({
      id: person.id,
      name: fullName(person),
      active: person.isActive && active.has(person.id) && !isGuarantor(person),
    }));
}

/**
 * The active users of a department; for the dashboard also those who left after creating documents (API-100, DEC-62).
 */
export function listDepartmentUsers(
  { department, people }: PlanRows<typeof departmentUsersPlan>,
  forDashboard: boolean,
): DepartmentUser[] {
  const { members } = requireDepartment(department);
  const creators = new Set(members.filter(({ hasCreated }) => hasCreated).map(({ userId }) => userId));
  return usersOf(people, members).filter(({ id, active }) => active || (forDashboard && creators.has(id)));
}

/** The users of these departments, each once; departments of other shows have none (API-101). */
export function listUsersOfDepartments({
  people,
  members,
}: PlanRows<typeof usersOfDepartmentsPlan>): DepartmentUser[] {
  return usersOf(people, members);
}

/** One user's membership of a department. Throws `NOT_FOUND` for a user who never was a member (API-102, DEC-62). */
export function viewDepartmentUser(
  { department, people }: PlanRows<typeof departmentUsersPlan>,
  userId: string,
) {
  const found = requireDepartment(department);
  const user = usersOf(people, found.members).find(({ id }) => id === userId);
  if (!user) throw new Refusal('NOT_FOUND');
  return { userId, departmentId: found.department.id, active: user.active };
}

/** A user and a department of the show. */
interface Target {
  departmentId: string;
  userId: string;
}

/** What may block removing a user from a department. */
export const departmentMemberPlan = (
  { store, directory }: Pick<MembershipContext, 'store' | 'directory'>,
  target: Target,
) => ({
  department: departmentQuery(store, target.departmentId),
  ties: removalBlockersQuery(store, target),
  people: showMembersQuery(directory),
});

/**
 * A user's membership of a department: whether the user can be removed, and the write that removes them if nothing has
 * changed since. Throws `NOT_FOUND` for an unknown department.
 */
export function departmentMembershipOf(
  { store }: Pick<RequestContext, 'store'>,
  { department, ties, people }: PlanRows<typeof departmentMemberPlan>,
  { departmentId, userId }: Target,
) {
  const { members } = requireDepartment(department);
  const users = usersOf(people, members);
  return {
    person: people.find(({ id }) => id === userId),
    member: users.find(({ id }) => id === userId),
    check: checkOf(users, ties, userId),
    leave: () => {
      const seen = members.filter(({ isActive }) => isActive).map((one) => one.userId);
      return leaveDepartment(store, departmentId, userId, seen);
    },
  };
}

/** For the batch that removes a user: throws `WORKFLOW_CONFLICT` when the department has changed since it was read. */
export function toConflict(error: unknown): never {
  throw violatesConstraint(error, 'NOT NULL', 'department_members.is_active')
    ? new Refusal('WORKFLOW_CONFLICT', { message: 'The department has changed in the meantime.' })
    : error;
}

/**
 * Whether a user can be removed from a department: not as the only effective approver of a DEPARTMENT step for it
 * (DEC-21), nor with own documents in approval there. Throws `FORBIDDEN`, `NOT_FOUND` (API-103, DEC-62).
 */
export function checkDepartmentUser(
  context: RequestContext,
  rows: PlanRows<typeof departmentMemberPlan>,
  target: Target,
): DepartmentCheck {
  if (!can(context.permissions, 'Departments', 'READ')) throw new Refusal('FORBIDDEN');
  const { person, check } = departmentMembershipOf(context, rows, target);
  if (!person) throw new Refusal('NOT_FOUND');
  return check;
}

function checkOf(
  users: readonly DepartmentUser[],
  { candidates, pendingDocuments }: RowOf<ReturnType<typeof removalBlockersQuery>>,
  userId: string,
): DepartmentCheck {
  const active = new Set(users.filter((user) => user.active).map(({ id }) => id));
  const effective = Map.groupBy(
    candidates.filter((candidate) => active.has(candidate.userId)),
    ({ stepId }) => stepId,
  );
  const own = [...effective.values()].filter((step) => step.some((candidate) => candidate.userId === userId));
  const isOnlyOne = own.some((step) => step.length === 1);
  return {
    canRemove: !isOnlyOne && pendingDocuments === 0,
    isDepartmentApprover: own.length > 0,
    pendingDocuments,
  };
}
