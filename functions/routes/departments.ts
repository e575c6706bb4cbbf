import { Hono } from 'hono';
import * as v from 'valibot';
import { id } from '#domain/bounded';
import type { AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { readPeople } from '#store/directory/people';
import { readDepartments } from '#store/show/read-show';
import { fullName } from '#verbs/context';
import {
  checkDepartmentUser,
  listDepartmentUsers,
  listUsersOfDepartments,
  viewDepartmentUser,
} from '#verbs/department-people';

const usersQuery = v.object({ dashboard: v.optional(v.picklist(['true', 'false']), 'false') });
const usersBody = v.object({ departmentIds: v.pipe(v.array(id), v.maxLength(1000)), showId: id });
const checkQuery = v.object({ userId: id });

/** Departments of a show with their people (API-97, API-100 to API-103, MG-02, DEC-62). */
export const departments = new Hono<AppEnv>()
  .get('/', async (c) => {
    const { store, env } = await showOf(c);
    const [rows, people] = await Promise.all([readDepartments(store), readPeople(env, store.showId)]);
    const personOf = new Map(people.map((person) => [person.id, person]));
    return c.json(
      rows.map(({ id: departmentId, name, isActive, accountCodes, poNumberPrefix, members }) => ({
        id: departmentId,
        name,
        isActive,
        settings: { accountCodes, poNumberPrefix },
        users: members.map((member) => {
          const person = personOf.get(member.userId);
          return {
            id: member.userId,
            name: person ? fullName(person) : '',
            active: member.isActive && (person?.isActive ?? false),
          };
        }),
      })),
    );
  })
  .post('/users/list', valid('json', usersBody), async (c) => {
    const { departmentIds, showId } = c.req.valid('json');
    return c.json(await listUsersOfDepartments(await showOf(c, showId), departmentIds));
  })
  .get('/:id/users', valid('query', usersQuery), async (c) => {
    const forDashboard = c.req.valid('query').dashboard === 'true';
    return c.json(await listDepartmentUsers(await showOf(c), c.req.param('id'), forDashboard));
  })
  .get('/:id/user/:userId', async (c) =>
    c.json(await viewDepartmentUser(await showOf(c), c.req.param('id'), c.req.param('userId'))),
  )
  .get('/:id/check', valid('query', checkQuery), async (c) =>
    c.json(await checkDepartmentUser(await showOf(c), c.req.param('id'), c.req.valid('query').userId)),
  );
