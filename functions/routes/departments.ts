import { Hono } from 'hono';
import * as v from 'valibot';
import { id as someId } from '#domain/values/schema-fields';
import {
  departmentChange,
  departmentMembership,
  departmentSettings,
  newDepartment,
} from '#domain/management/department';
import type { AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { hasScope } from '#middleware/api-token';
import { valid } from '#middleware/validate';
import { departmentQuery } from '#store/show/management/read-departments';
import type { MembershipContext } from '#verbs/request/context';
import {
  checkDepartmentUser,
  departmentMemberPlan,
  departmentUsersPlan,
  listDepartmentUsers,
  listUsersOfDepartments,
  usersOfDepartmentsPlan,
  viewDepartmentUser,
} from '#verbs/management/department-members';
import {
  addDepartment,
  changeDepartment,
  changeDepartmentSetting,
  listDepartmentsOfShows,
  newDepartmentPlan,
  setDepartmentUser,
} from '#verbs/management/manage-departments';
import { departmentsPlan, viewDepartments } from '#verbs/management/view-departments';

const usersQuery = v.object({ dashboard: v.optional(v.picklist(['true', 'false']), 'false') });
const usersBody = v.object({ departmentIds: v.pipe(v.array(someId), v.maxLength(1000)), showId: someId });
const checkQuery = v.object({ ...optionalShowQuery.entries, userId: someId });
const showsBody = v.object({ showIds: v.pipe(v.array(someId), v.maxLength(50)) });
const codesBody = v.object({ value: departmentSettings.accountCodes });
const prefixBody = v.object({ value: departmentSettings.poNumberPrefix });

const ofDepartment =
  (id: string) =>
  ({ store }: MembershipContext) => ({ department: departmentQuery(store, id) });

/** Departments of a show with their users, and their management (API-97 to API-105, MG-02, MG-03, DEC-62). */
export const departments = new Hono<AppEnv>()
  .get('/', async (c) => {
    const all = viewDepartments((await openShow(c, departmentsPlan)).rows);
    return c.json(hasScope(c, 'management:read') ? all : all.map((one) => ({ ...one, users: [] })));
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newDepartment), async (c) => {
    const body = c.req.valid('json');
    const { context, rows } = await openShow(c, newDepartmentPlan);
    return c.json(await addDepartment(context, rows, body), 201);
  })
  .post('/all/list', valid('json', showsBody), async (c) => {
    return c.json(await listDepartmentsOfShows(c.env, c.get('access'), c.req.valid('json').showIds));
  })
  .post('/users/list', valid('json', usersBody), async (c) => {
    const { departmentIds, showId } = c.req.valid('json');
    const plan = (member: MembershipContext) => usersOfDepartmentsPlan(member, departmentIds);
    const { rows } = await openShow(c, plan, { named: showId });
    return c.json(listUsersOfDepartments(rows));
  })
  .get('/:id/users', valid('query', usersQuery), async (c) => {
    const forDashboard = c.req.valid('query').dashboard === 'true';
    const id = c.req.param('id');
    const { rows } = await openShow(c, (member) => departmentUsersPlan(member, id));
    return c.json(listDepartmentUsers(rows, forDashboard));
  })
  .get('/:id/user/:userId', async (c) => {
    const id = c.req.param('id');
    const { rows } = await openShow(c, (member) => departmentUsersPlan(member, id));
    return c.json(viewDepartmentUser(rows, c.req.param('userId')));
  })
  .put(
    '/:id/user/:userId',
    valid('query', optionalShowQuery),
    valid('json', departmentMembership),
    async (c) => {
      const { active } = c.req.valid('json');
      const target = { departmentId: c.req.param('id'), userId: c.req.param('userId') };
      const { context, rows } = await openShow(c, (member) => departmentMemberPlan(member, target));
      return c.json(await setDepartmentUser(context, rows, target, active));
    },
  )
  .patch('/:id', valid('query', optionalShowQuery), valid('json', departmentChange), async (c) => {
    const { context, rows } = await openShow(c, departmentsPlan);
    return c.json(await changeDepartment(context, rows, c.req.param('id'), c.req.valid('json')));
  })
  .post(
    '/:id/settings/accountCodes',
    valid('query', optionalShowQuery),
    valid('json', codesBody),
    async (c) => {
      const { value } = c.req.valid('json');
      const id = c.req.param('id');
      const { context, rows } = await openShow(c, ofDepartment(id));
      return c.json(await changeDepartmentSetting(context, rows, 'accountCodes', value));
    },
  )
  .post(
    '/:id/settings/poNumberPrefix',
    valid('query', optionalShowQuery),
    valid('json', prefixBody),
    async (c) => {
      const { value } = c.req.valid('json');
      const id = c.req.param('id');
      const { context, rows } = await openShow(c, ofDepartment(id));
      return c.json(await changeDepartmentSetting(context, rows, 'poNumberPrefix', value));
    },
  )
  .get('/:id/check', valid('query', checkQuery), async (c) => {
    const target = { departmentId: c.req.param('id'), userId: c.req.valid('query').userId };
    const { context, rows } = await openShow(c, (member) => departmentMemberPlan(member, target));
    return c.json(checkDepartmentUser(context, rows, target));
  });
