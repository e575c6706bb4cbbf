import { Refusal } from '#domain/codes';
import type { DepartmentChange, DepartmentSettingName } from '#domain/management/department';
import { isSameName } from '#domain/values/names';
import { isApprover, isGuarantor } from '#domain/identity/permissions';
import type { Access } from '#store/directory/sessions';
import { directoryOf, storeFor, violatesConstraint } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows, RowOf } from '#store/d1/query';
import { insertDepartment, joinDepartment, updateDepartment } from '#store/show/management/write-department';
import type { departmentQuery } from '#store/show/management/read-departments';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { refreshQueue } from '#store/show/approval/write-workflow';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { departmentMembershipOf, requireNoGuarantor, toConflict } from './department-members.ts';
import type { departmentMemberPlan } from './department-members.ts';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { departmentsPlan, viewDepartments } from './view-departments.ts';
import type { DepartmentSettings } from '#domain/reference-data/vendor-response';
import type { Department } from '#domain/management/management-response';

/** Throws `department_exists` when another department of the show has this name, ignoring case (DEC-02). */
function requireUniqueName(
  all: readonly { id: string; name: string }[],
  name: string | undefined,
  id: string | null,
) {
  const isTaken = name !== undefined && all.some((one) => one.id !== id && isSameName(one.name, name));
  if (isTaken) throw new Refusal('department_exists');
}

/** Of two concurrent writes of the same name, the unique index accepts only one. */
function toNameConflict(error: unknown): never {
  throw violatesConstraint(error, 'UNIQUE', 'departments') ? new Refusal('department_exists') : error;
}

/** The existing departments, for the check of the name. */
export const newDepartmentPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  departments: departmentsQuery(member.store),
});

/** Adds a department (API-98, MG-03). Throws `FORBIDDEN`, `department_exists`. */
export async function addDepartment(
  context: RequestContext,
  { stored, departments }: PlanRows<typeof newDepartmentPlan>,
  { name }: { name: string },
): Promise<Department> {
  requirePermission(context.permissions, 'Departments');
  const { store } = context;
  return withIdempotency(context, stored, async (answerRow) => {
    requireUniqueName(departments, name, null);
    const id = context.newId();
    const settings = { accountCodes: {}, poNumberPrefix: '' };
    const department = { id, name, isActive: true, settings, users: [] };
    const row = insertDepartment(store, { id, showId: store.showId, name, ...settings });
    await store.write([row, ...answerRow(department)]).catch(toNameConflict);
    context.runAfterResponse(publishShowChange(context.env, store.showId));
    return department;
  });
}

/**
 * Renames, activates or deactivates a department (API-99, DEC-62). Throws `NOT_FOUND`, `FORBIDDEN`,
 * `department_exists`, and `WORKFLOW_CONFLICT` when it has documents in approval and cannot be deactivated.
 */
export async function changeDepartment(
  context: RequestContext,
  rows: PlanRows<typeof departmentsPlan>,
  id: string,
  change: DepartmentChange,
): Promise<Department> {
  const all = viewDepartments(rows);
  const before = all.find((one) => one.id === id);
  if (!before) throw new Refusal('NOT_FOUND');
  requirePermission(context.permissions, 'Departments');
  requireUniqueName(all, change.name, id);
  const values = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.isActive !== undefined && { isActive: change.isActive }),
  };
  if (Object.keys(values).length > 0) {
    const isWritten = await updateDepartment(context.store, id, values).catch(toNameConflict);
    if (!isWritten)
      throw new Refusal('WORKFLOW_CONFLICT', {
        message: 'A department with documents in approval cannot be deactivated.',
      });
    context.runAfterResponse(publishShowChange(context.env, context.show.id));
  }
  return { ...before, ...values };
}

/** Stores one setting and returns all of them (API-105). Throws `NOT_FOUND`, `FORBIDDEN`. */
export async function changeDepartmentSetting<Name extends DepartmentSettingName>(
  context: RequestContext,
  { department }: { department: RowOf<ReturnType<typeof departmentQuery>> },
  name: Name,
  value: DepartmentSettings[Name],
): Promise<DepartmentSettings> {
  if (!department) throw new Refusal('NOT_FOUND');
  requirePermission(context.permissions, 'Departments');
  await updateDepartment(context.store, department.department.id, { [name]: value });
  context.runAfterResponse(publishShowChange(context.env, context.show.id));
  const { accountCodes, poNumberPrefix } = department.department;
  return { accountCodes, poNumberPrefix, [name]: value };
}

/**
 * Adds a member of the show to a department or removes them; after removal they stay listed as a former member (MG-02).
 * Throws `NOT_FOUND`, `FORBIDDEN`, and `WORKFLOW_CONFLICT` when `check` forbids the removal (API-103).
 */
export async function setDepartmentUser(
  context: RequestContext,
  rows: PlanRows<typeof departmentMemberPlan>,
  { departmentId, userId }: { departmentId: string; userId: string },
  isActive: boolean,
) {
  const { person, member, check, leave } = departmentMembershipOf(context, rows, { departmentId, userId });
  requirePermission(context.permissions, 'Departments');
  if (!(isActive ? person?.isActive : member)) throw new Refusal('NOT_FOUND');
  if (isActive && person) requireNoGuarantor(person);
  if (!isActive && !check.canRemove)
    throw new Refusal('WORKFLOW_CONFLICT', {
      message:
        'The user cannot be removed from the department: it has documents in approval, or no one else approves for it.',
    });
  const { store } = context;
  const mayApprove = person !== undefined && person.isActive && isApprover(person.role);
  const write = isActive ? joinDepartment(store, departmentId, userId) : leave();
  await store.write([write, ...refreshQueue(store, userId, mayApprove)]).catch(toConflict);
  context.runAfterResponse(publishShowChange(context.env, context.show.id));
  return { userId, departmentId, active: isActive };
}

/**
 * The departments of several of the user's shows (API-104). Throws `SHOW_NOT_IN_SESSION` for any other show, and
 * `FORBIDDEN` for one in which the user is a guarantor.
 */
export async function listDepartmentsOfShows(
  env: Env,
  { user, showLocations }: Access,
  showIds: readonly string[],
) {
  const found = await Promise.all(
    [...new Set(showIds)].map(async (showId) => {
      const showPlace = user.isActive && showLocations.find(({ id }) => id === showId);
      if (!showPlace) throw new Refusal('SHOW_NOT_IN_SESSION');
      if (isGuarantor(showPlace)) throw new Refusal('FORBIDDEN');
      const departments = viewDepartments(
        await readInOneTrip(
          departmentsPlan({ store: storeFor(env, showPlace), directory: directoryOf(env, showId) }),
        ),
      );
      return departments.map((department) => ({ ...department, showId }));
    }),
  );
  return found.flat();
}
