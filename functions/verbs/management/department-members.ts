import { Refusal } from '#domain/codes';
import type { DepartmentCheck } from '#domain/management/department';
import { can } from '#domain/identity/permissions';
import { readPeople } from '#store/directory/users';
import type { Person } from '#store/directory/users';
import { violates } from '#store/d1/open';
import { leaveDepartment } from '#store/show/management/write-department';
import { readDepartment, readDepartmentTies, readMembersOf } from '#store/show/management/read-departments';
import { fullName } from '#verbs/request/context';
import type { Seat, ShowContext } from '#verbs/request/context';

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

async function departmentOf({ store }: ShowContext, id: string) {
  const found = await store.foreseen.ask(readDepartment, store, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

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
export async function listDepartmentUsers(
  context: ShowContext,
  departmentId: string,
  forDashboard: boolean,
): Promise<DepartmentUser[]> {
  const [{ members }, people] = await Promise.all([
    departmentOf(context, departmentId),
    context.store.foreseen.ask(readPeople, context.env, context.show.id),
  ]);
  const creators = new Set(members.filter(({ hasCreated }) => hasCreated).map(({ userId }) => userId));
  return usersOf(people, members).filter(({ id, active }) => active || (forDashboard && creators.has(id)));
}

/** API-101: everybody of these departments, once; departments of other shows have nobody. */
export async function listUsersOfDepartments(
  context: ShowContext,
  departmentIds: readonly string[],
): Promise<DepartmentUser[]> {
  const [members, people] = await Promise.all([
    context.store.foreseen.ask(readMembersOf, context.store, departmentIds),
    context.store.foreseen.ask(readPeople, context.env, context.show.id),
  ]);
  return usersOf(people, members);
}

/** API-102, DEC-62: one user's membership of a department. Throws `NOT_FOUND` for whoever never was a member. */
export async function viewDepartmentUser(context: ShowContext, departmentId: string, userId: string) {
  const [{ members }, people] = await Promise.all([
    departmentOf(context, departmentId),
    context.store.foreseen.ask(readPeople, context.env, context.show.id),
  ]);
  const user = usersOf(people, members).find(({ id }) => id === userId);
  if (!user) throw new Refusal('NOT_FOUND');
  return { userId, departmentId, active: user.active };
}

/** A user of the show, and a department of it. */
interface Target {
  departmentId: string;
  userId: string;
}

/** Begins what is told of a user's place in a department. */
export function beginStanding({ store, env }: Seat, { departmentId, userId }: Target): void {
  store.foreseen.begin(readDepartment, store, departmentId);
  store.foreseen.begin(readDepartmentTies, store, departmentId, userId);
  store.foreseen.begin(readPeople, env, store.showId);
}

/**
 * Who a user is in the show and in a department, what ties him to it, and the write that takes him out as long as that is
 * so. Throws `NOT_FOUND` for no department.
 */
export async function standingIn(context: ShowContext, { departmentId, userId }: Target) {
  const { env, store } = context;
  const [{ members }, people, ties] = await Promise.all([
    departmentOf(context, departmentId),
    store.foreseen.ask(readPeople, env, store.showId),
    store.foreseen.ask(readDepartmentTies, store, departmentId, userId),
  ]);
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
export async function checkDepartmentUser(context: ShowContext, target: Target): Promise<DepartmentCheck> {
  if (!can(context.permissions, 'Departments', 'READ')) throw new Refusal('FORBIDDEN');
  const { person, check } = await standingIn(context, target);
  if (!person) throw new Refusal('NOT_FOUND');
  return check;
}

function checkOf(
  users: readonly DepartmentUser[],
  { candidates, pendingDocuments }: Awaited<ReturnType<typeof readDepartmentTies>>,
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
