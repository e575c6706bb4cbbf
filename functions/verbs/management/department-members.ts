import { Refusal } from '#domain/codes';
import type { DepartmentCheck } from '#domain/management/department';
import { can } from '#domain/identity/permissions';
import { peopleQuery } from '#store/directory/users';
import type { Person } from '#store/directory/users';
import { violates } from '#store/d1/open';
import type { PlanRows, RowOf } from '#store/d1/query';
import { leaveDepartment } from '#store/show/management/write-department';
import {
  departmentMembersQuery,
  departmentQuery,
  departmentTiesQuery,
} from '#store/show/management/read-departments';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';

/** MG-02, UX-07: somebody of a department; not active is who left it, the show or the product. */
export interface DepartmentUser {
  id: string;
  name: string;
  active: boolean;
}

interface Member {
  userId: string;
  isActive: boolean;
}

type DepartmentRows = RowOf<ReturnType<typeof departmentQuery>>;

function required(department: DepartmentRows): NonNullable<DepartmentRows> {
  if (!department) throw new Refusal('NOT_FOUND');
  return department;
}

/** A department, and everybody of the show. */
export const departmentUsersPlan = ({ store, directory }: MembershipContext, departmentId: string) => ({
  department: departmentQuery(store, departmentId),
  people: peopleQuery(directory),
});

/** The members of several departments, and everybody of the show. */
export const usersOfDepartmentsPlan = (
  { store, directory }: MembershipContext,
  departmentIds: readonly string[],
) => ({
  members: departmentMembersQuery(store, departmentIds),
  people: peopleQuery(directory),
});

/** In the order of names. Somebody in several of the departments is active when he is so in any. */
function usersOf(people: readonly Person[], members: readonly Member[]): DepartmentUser[] {
  const known = new Set(members.map(({ userId }) => userId));
  const active = new Set(members.filter(({ isActive }) => isActive).map(({ userId }) => userId));
  return people
    .filter(({ id }) => known.has(id))
    .map((person) => ({
      id: person.id,
      name: fullName(person),
      active: person.isActive && active.has(person.id),
    }));
}

/** API-100, DEC-62: the active users of a department; for the dashboard those, too, who left after creating documents. */
export function listDepartmentUsers(
  { department, people }: PlanRows<typeof departmentUsersPlan>,
  forDashboard: boolean,
): DepartmentUser[] {
  const { members } = required(department);
  const creators = new Set(members.filter(({ hasCreated }) => hasCreated).map(({ userId }) => userId));
  return usersOf(people, members).filter(({ id, active }) => active || (forDashboard && creators.has(id)));
}

/** API-101: everybody of these departments, once; departments of other shows have nobody. */
export function listUsersOfDepartments({
  people,
  members,
}: PlanRows<typeof usersOfDepartmentsPlan>): DepartmentUser[] {
  return usersOf(people, members);
}

/** API-102, DEC-62: one user's membership of a department. Throws `NOT_FOUND` for whoever never was a member. */
export function viewDepartmentUser(
  { department, people }: PlanRows<typeof departmentUsersPlan>,
  userId: string,
) {
  const found = required(department);
  const user = usersOf(people, found.members).find(({ id }) => id === userId);
  if (!user) throw new Refusal('NOT_FOUND');
  return { userId, departmentId: found.department.id, active: user.active };
}

/** A user of the show, and a department of it. */
interface Target {
  departmentId: string;
  userId: string;
}

/** What ties a user to a department. */
export const departmentMemberPlan = (
  { store, directory }: Pick<MembershipContext, 'store' | 'directory'>,
  target: Target,
) => ({
  department: departmentQuery(store, target.departmentId),
  ties: departmentTiesQuery(store, target),
  people: peopleQuery(directory),
});

/**
 * Who a user is in the show and in a department, what ties him to it, and the write that takes him out as long as that is
 * so. Throws `NOT_FOUND` for no department.
 */
export function standingIn(
  { store }: Pick<RequestContext, 'store'>,
  { department, ties, people }: PlanRows<typeof departmentMemberPlan>,
  { departmentId, userId }: Target,
) {
  const { members } = required(department);
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

/** For a batch in which somebody leaves a department: throws `WORKFLOW_CONFLICT` when what was found is no longer so. */
export function overtaken(error: unknown): never {
  throw violates(error, 'NOT NULL', 'department_members.is_active')
    ? new Refusal('WORKFLOW_CONFLICT', { message: 'The department has changed in the meantime.' })
    : error;
}

/**
 * API-103, DEC-62: whether a user may be taken out of a department: not while he is the only effective approver of a
 * DEPARTMENT step for it (DEC-21), nor while documents of his are in approval there. Throws `FORBIDDEN`, `NOT_FOUND`.
 */
export function checkDepartmentUser(
  context: RequestContext,
  rows: PlanRows<typeof departmentMemberPlan>,
  target: Target,
): DepartmentCheck {
  if (!can(context.permissions, 'Departments', 'READ')) throw new Refusal('FORBIDDEN');
  const { person, check } = standingIn(context, rows, target);
  if (!person) throw new Refusal('NOT_FOUND');
  return check;
}

function checkOf(
  users: readonly DepartmentUser[],
  { candidates, pendingDocuments }: RowOf<ReturnType<typeof departmentTiesQuery>>,
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
