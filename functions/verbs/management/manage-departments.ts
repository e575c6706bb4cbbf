import { Refusal } from '#domain/codes';
import type { Department, DepartmentChange, DepartmentSettingName } from '#domain/management/department';
import { isSameName } from '#domain/values/names';
import { isApprover } from '#domain/identity/permissions';
import type { DepartmentSettings } from '#domain/reference-data/department-settings';
import type { Access } from '#store/directory/sessions';
import { directoryOf, storeFor, violates } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows, RowOf } from '#store/d1/query';
import { insertDepartment, joinDepartment, updateDepartment } from '#store/show/management/write-department';
import type { departmentQuery } from '#store/show/management/read-departments';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { refreshQueue } from '#store/show/approval/write-workflow';
import type { RequestContext } from '#verbs/request/context';
import { overtaken, standingIn } from './department-members.ts';
import type { departmentMemberPlan } from './department-members.ts';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';
import { departmentsPlan, viewDepartments } from './view-departments.ts';

/** DEC-02: a name that another department of the show has, in any case. */
function mustBeOther(
  all: readonly { id: string; name: string }[],
  name: string | undefined,
  id: string | null,
) {
  const isTaken = name !== undefined && all.some((one) => one.id !== id && isSameName(one.name, name));
  if (isTaken) throw new Refusal('department_exists');
}

/** Two who give one name at the same time: the index lets one of them in. */
function named(error: unknown): never {
  throw violates(error, 'UNIQUE', 'departments') ? new Refusal('department_exists') : error;
}

/** The names that are taken. */
export const newDepartmentPlan = (
  { store, user }: Pick<RequestContext, 'store' | 'user'>,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan({ store, user }, repeat),
  departments: departmentsQuery(store),
});

/** API-98, MG-03. Throws `FORBIDDEN`, `department_exists`. */
export async function addDepartment(
  context: RequestContext,
  { stored, departments }: PlanRows<typeof newDepartmentPlan>,
  { name }: { name: string },
  repeat: Repeat | null,
): Promise<Department> {
  requirePermission(context.permissions, 'Departments');
  const { store } = context;
  return once(context, repeat, stored, async (keep) => {
    mustBeOther(departments, name, null);
    const id = context.newId();
    const settings = { accountCodes: {}, poNumberPrefix: '' };
    const department = { id, name, isActive: true, settings, users: [] };
    const row = insertDepartment(store, { id, showId: store.showId, name, ...settings });
    await store.write([row, ...keep(department)]).catch(named);
    context.later(publishShowChange(context.env, store.showId));
    return department;
  });
}

/**
 * API-99, DEC-62. Throws `NOT_FOUND`, `FORBIDDEN`, `department_exists`, and `WORKFLOW_CONFLICT` for one that cannot be
 * deactivated because documents of it are in approval.
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
  mustBeOther(all, change.name, id);
  const values = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.isActive !== undefined && { isActive: change.isActive }),
  };
  if (Object.keys(values).length > 0) {
    const isWritten = await updateDepartment(context.store, id, values).catch(named);
    if (!isWritten)
      throw new Refusal('WORKFLOW_CONFLICT', {
        message: 'A department with documents in approval cannot be deactivated.',
      });
    context.later(publishShowChange(context.env, context.show.id));
  }
  return { ...before, ...values };
}

/** API-105: stores one setting, and answers all of them. Throws `NOT_FOUND`, `FORBIDDEN`. */
export async function changeDepartmentSetting<Name extends DepartmentSettingName>(
  context: RequestContext,
  { department }: { department: RowOf<ReturnType<typeof departmentQuery>> },
  name: Name,
  value: DepartmentSettings[Name],
): Promise<DepartmentSettings> {
  if (!department) throw new Refusal('NOT_FOUND');
  requirePermission(context.permissions, 'Departments');
  await updateDepartment(context.store, department.department.id, { [name]: value });
  context.later(publishShowChange(context.env, context.show.id));
  const { accountCodes, poNumberPrefix } = department.department;
  return { accountCodes, poNumberPrefix, [name]: value };
}

/**
 * Takes a member of the show into a department, or out of it: then he stays on its list as one who left (MG-02). Throws
 * `NOT_FOUND`, `FORBIDDEN`, and `WORKFLOW_CONFLICT` while `check` says that he cannot be removed (API-103).
 */
export async function setDepartmentUser(
  context: RequestContext,
  rows: PlanRows<typeof departmentMemberPlan>,
  { departmentId, userId }: { departmentId: string; userId: string },
  isActive: boolean,
) {
  const { person, member, check, leave } = standingIn(context, rows, { departmentId, userId });
  requirePermission(context.permissions, 'Departments');
  if (!(isActive ? person?.isActive : member)) throw new Refusal('NOT_FOUND');
  if (!isActive && !check.canRemove)
    throw new Refusal('WORKFLOW_CONFLICT', {
      message:
        'The user cannot be removed from the department: it has documents in approval, or no one else approves for it.',
    });
  const { store } = context;
  const mayApprove = person !== undefined && person.isActive && isApprover(person.role);
  const showPlace = isActive ? joinDepartment(store, departmentId, userId) : leave();
  await store.write([showPlace, ...refreshQueue(store, userId, mayApprove)]).catch(overtaken);
  context.later(publishShowChange(context.env, context.show.id));
  return { userId, departmentId, active: isActive };
}

/** API-104: the departments of several of one's shows. Throws `SHOW_NOT_IN_SESSION` for a show of others. */
export async function listDepartmentsOfShows(
  env: Env,
  { user, showPlaces }: Access,
  showIds: readonly string[],
) {
  const found = await Promise.all(
    [...new Set(showIds)].map(async (showId) => {
      const showPlace = user.isActive && showPlaces.find(({ id }) => id === showId);
      if (!showPlace) throw new Refusal('SHOW_NOT_IN_SESSION');
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
