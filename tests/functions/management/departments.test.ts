import { beforeAll, describe, expect, test } from 'vitest';
import { as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const [art, grip, empty] = [alpha.department('art'), alpha.department('grip'), alpha.department('empty')];
const stone = (id: string, active = true) => ({
  id,
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Stone`,
  active,
});

async function get(path: string, name: PersonName = 'dana'): Promise<unknown> {
  const { status, body } = await as(name).get<unknown>(path);
  return status === 200 ? body : [status, body];
}

describe('people of a department', () => {
  test('API-100, DEC-62, UX-07: active members are returned; for the dashboard also former ones who created documents', async () => {
    const users = (query = '') => get(`/api/departments/${art}/users/?show=alpha1${query}`);
    const active = ['abel', 'carl', 'dana', 'ivan'].map((name) => stone(name));
    expect(await users()).toEqual(active);
    expect(await users('&dashboard=false')).toEqual(active);
    expect(await users('&dashboard=true')).toEqual(active);
    await create('carl');
    await sql.alpha`UPDATE department_members SET is_active = 0 WHERE department_id = ${art}
      AND user_id IN ('carl', 'ivan')`;
    const [abel, , dana] = active;
    expect(await users('&dashboard=false')).toEqual([abel, dana]);
    expect(await users('&dashboard=true')).toEqual([abel, stone('carl', false), dana]);
    await sql.alpha`UPDATE department_members SET is_active = 1`;
  });

  test('MG-02, UX-07, API-97: a user who left the show is inactive in its departments', async () => {
    const [first] = (await get('/api/departments/?showId=alpha1')) as { id: string; users: unknown[] }[];
    expect(first?.id).toBe(art);
    expect(first?.users).toContainEqual(stone('gone', false));
    expect(first?.users).toContainEqual(stone('dana'));
  });

  test('API-100: an unknown department and one of another show are NOT_FOUND', async () => {
    const elsewhere = inShow('bravo2').department('art');
    for (const id of ['alpha1_none', elsewhere]) {
      expect(await get(`/api/departments/${id}/users/?show=alpha1`)).toEqual([404, { code: 'NOT_FOUND' }]);
    }
    expect(await get(`/api/departments/${art}/users/?show=alpha1`, 'nora')).toEqual([
      403,
      { code: 'SHOW_NOT_IN_SESSION' },
    ]);
    expect(await get(`/api/departments/${art}/users/?show=alpha1&dashboard=perhaps`)).toMatchObject([
      400,
      { code: 'invalid_parameter' },
    ]);
  });

  test('API-101: each user of several departments is returned once, inactive ones marked', async () => {
    const list = async (departmentIds: unknown, showId: unknown = 'alpha1') => {
      const { status, body } = await as('dana').post<unknown>('/api/departments/users/list', {
        departmentIds,
        showId,
      });
      return status === 200 ? body : [status, (body as { code: string }).code];
    };
    const grips = [stone('grace'), stone('wendy')];
    expect(await list([grip])).toEqual(grips);
    await sql.alpha`INSERT INTO department_members (show_id, department_id, user_id, is_active)
      VALUES ('alpha1', ${grip}, 'abel', 0)`;
    expect(await list([grip])).toEqual([stone('abel', false), ...grips]);
    const both = ['abel', 'carl', 'dana'].map((name) => stone(name));
    expect(await list([art, grip])).toEqual([
      ...both,
      stone('gone', false),
      grips[0],
      stone('ivan'),
      grips[1],
    ]);
    await sql.alpha`DELETE FROM department_members WHERE user_id = 'abel' AND department_id = ${grip}`;
    expect(await list([empty, inShow('bravo2').department('art')])).toEqual([]);
    expect(await list([])).toEqual([]);
    expect(await list('art')).toEqual([400, 'invalid_parameter']);
    expect(await list(undefined)).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    expect(await list([art], 'bravo2')).toEqual([]);
    expect(await list([art], 'nowhere')).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });

  test('API-102, DEC-62: one membership, or 404', async () => {
    const of = (userId: string, id = art) => get(`/api/departments/${id}/user/${userId}?showId=alpha1`);
    expect(await of('dana')).toEqual({ userId: 'dana', departmentId: art, active: true });
    expect(await of('gone')).toEqual({ userId: 'gone', departmentId: art, active: false });
    for (const [user, id] of [
      ['wendy', art],
      ['nobody', art],
      ['dana', 'alpha1_none'],
    ] as const) {
      expect(await of(user, id)).toEqual([404, { code: 'NOT_FOUND' }]);
    }
  });
});

describe('checks before a member is removed', () => {
  const check = (userId: string, id = art, name: PersonName = 'ada') =>
    get(`/api/departments/${id}/check/?showId=alpha1&userId=${userId}`, name);
  const free = { canRemove: true, isDepartmentApprover: false, pendingDocuments: 0 };

  test('API-103, DEC-62: a creator without documents in approval can be removed', async () => {
    await create('dana');
    expect(await check('dana')).toEqual(free);
  });

  test('API-103, DEC-62: documents in approval prevent the removal, but only from their department', async () => {
    await submitted('dana');
    await submitted('dana');
    expect(await check('dana')).toEqual({ ...free, canRemove: false, pendingDocuments: 2 });
    expect(await check('dana', grip)).toEqual(free);
    expect(await check('carl')).toEqual(free);
  });

  test('API-103, DEC-62, DEC-21: the only effective approver of a department step cannot be removed', async () => {
    expect(await check('abel')).toEqual({ ...free, canRemove: false, isDepartmentApprover: true });
    // An approver of the step, but only as a member of another department.
    expect(await check('grace')).toEqual(free);
    expect(await check('grace', grip)).toEqual({ ...free, canRemove: false, isDepartmentApprover: true });
    await sql.alpha`INSERT INTO department_members (show_id, department_id, user_id)
      VALUES ('alpha1', ${art}, 'grace')`;
    expect(await check('abel')).toEqual({ ...free, isDepartmentApprover: true });
    await sql.directory`UPDATE memberships SET is_active = 0 WHERE user_id = 'grace'`;
    expect(await check('abel')).toEqual({ ...free, canRemove: false, isDepartmentApprover: true });
  });

  test('API-103: the check needs the right to manage departments, and a user and a department of the show', async () => {
    expect(await check('dana', art, 'dana')).toEqual([403, { code: 'FORBIDDEN' }]);
    expect(await check('nobody')).toEqual([404, { code: 'NOT_FOUND' }]);
    expect(await check('dana', 'alpha1_none')).toEqual([404, { code: 'NOT_FOUND' }]);
    const unnamed = await as('ada').get(`/api/departments/${art}/check/?showId=alpha1`);
    expect([unnamed.status, unnamed.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});
