import { beforeAll, describe, expect, test } from 'vitest';
import { as, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { Department } from '#domain/management/management-response';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const [art, grip] = [alpha.department('art'), alpha.department('grip')];

async function add(name: unknown, person: PersonName = 'ada', headers = {}) {
  return as(person).post<Department & { code?: string }>(
    '/api/departments/?showId=alpha1',
    { name },
    headers,
  );
}

async function addDepartment(name: string): Promise<Department> {
  const { status, body } = await add(name);
  expect(status).toBe(201);
  return body;
}

const change = (id: string, body: unknown, person: PersonName = 'ada') =>
  as(person).patch<Department & { code?: string }>(`/api/departments/${id}/?showId=alpha1`, body);

async function readDepartment(id: string): Promise<Department | undefined> {
  const { body } = await as('ada').get<Department[]>('/api/departments/?showId=alpha1');
  return body.find((one) => one.id === id);
}

describe('departments of a show', () => {
  test('API-98, MG-02: a new department is active, without members and settings, and belongs to the show', async () => {
    const department = await addDepartment('  Greens  ');
    expect(department).toEqual({
      id: expect.stringMatching(/^alpha1_/),
      name: 'Greens',
      isActive: true,
      settings: { accountCodes: {}, poNumberPrefix: '' },
      users: [],
    });
    expect(await readDepartment(department.id)).toEqual(department);
  });

  test('API-98, MG-03: an existing name, trimmed and in any case, is refused', async () => {
    await addDepartment('Décor');
    for (const name of ['Art', ' aRT ', 'DÉCOR']) {
      const { status, body } = await add(name);
      expect([status, body.code]).toEqual([409, 'department_exists']);
    }
    for (const [name, code] of [
      ['', 'invalid_parameter'],
      ['   ', 'invalid_parameter'],
      ['x'.repeat(101), 'invalid_parameter'],
      [undefined, 'MISSING_REQUIRED_FIELDS'],
    ] as const) {
      const { status, body } = await add(name);
      expect([status, body.code]).toEqual([400, code]);
    }
  });

  test('API-98: a repeated request creates one department', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [await add('Marine', 'ada', headers), await add('Marine', 'ada', headers)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    const rows = await sql.alpha`SELECT id FROM departments WHERE name = 'Marine'`;
    expect(rows).toHaveLength(1);
  });

  test('API-99: a department is renamed, but not to the name of another one', async () => {
    const { id } = await addDepartment('Rigging');
    expect((await change(id, { name: ' Rigging Unit ' })).body).toMatchObject({ id, name: 'Rigging Unit' });
    expect((await change(id, { name: 'rigging unit' })).body.name).toBe('rigging unit');
    const taken = await change(id, { name: 'GRIP' });
    expect([taken.status, taken.body.code]).toEqual([409, 'department_exists']);
    await addDepartment('Café');
    expect((await change(id, { name: 'CAFÉ' })).body.code).toBe('department_exists');
    expect((await readDepartment(id))?.name).toBe('rigging unit');
  });

  test('API-99, DEC-62: a department is deactivated and activated, but not while it has documents in approval', async () => {
    const { id } = await addDepartment('Wrapped Unit');
    expect((await change(id, { isActive: false })).body.isActive).toBe(false);
    expect((await change(id, { isActive: true })).body.isActive).toBe(true);
    await submitted('dana');
    const busy = await change(art, { isActive: false });
    expect([busy.status, busy.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await readDepartment(art))?.isActive).toBe(true);
    // Its name can still be changed.
    expect((await change(art, { name: 'Art' })).status).toBe(200);
  });

  test('API-105: allowed account codes and the PO number prefix are stored, and all settings returned', async () => {
    const { id } = await addDepartment('Armoury');
    const set = (name: string, value: unknown) =>
      as('ada').post(`/api/departments/${id}/settings/${name}?showId=alpha1`, { value });
    const prefix = await set('poNumberPrefix', ' ARM ');
    expect([prefix.status, prefix.body]).toEqual([200, { accountCodes: {}, poNumberPrefix: 'ARM' }]);
    const manyCodes = Array.from({ length: 1900 }, (_, n) => String(n));
    const codes = await set('accountCodes', { ACCOUNT: ['6100', '6100', '6200'], EPISODE: [] });
    const all = { accountCodes: { ACCOUNT: ['6100', '6200'] }, poNumberPrefix: 'ARM' };
    expect(codes.body).toEqual(all);
    expect((await readDepartment(id))?.settings).toEqual(all);
    for (const [name, value, status] of [
      ['poNumberPrefix', 'A-1', 400],
      ['poNumberPrefix', 'TOOLONGAPREFIX', 400],
      ['accountCodes', { ACCOUNT: '6100' }, 400],
      ['accountCodes', { ACCOUNT: [''] }, 400],
      ['accountCodes', Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((x) => [x, manyCodes])), 400],
      ['colour', 'red', 404],
    ] as const) {
      expect((await set(name, value)).status, `${name} ${JSON.stringify(value)}`).toBe(status);
    }
    expect((await readDepartment(id))?.settings).toEqual(all);
  });

  test("API-104: departments of several of the user's shows are returned, each with its show", async () => {
    const list = (showIds: unknown, person: PersonName = 'dana') =>
      as(person).post<(Department & { showId: string })[]>('/api/departments/all/list', { showIds });
    const { body } = await list(['alpha1', 'bravo2', 'alpha1']);
    const names = (showId: string) => body.filter((one) => one.showId === showId).map(({ name }) => name);
    expect(names('bravo2')).toEqual(['Art', 'Empty', 'Grip']);
    expect(names('alpha1')).toEqual(expect.arrayContaining(['Art', 'Empty', 'Grip']));
    expect(new Set(names('alpha1')).size).toBe(names('alpha1').length);
    expect((await list([])).body).toEqual([]);
    const stranger = await list(['alpha1'], 'nora');
    expect([stranger.status, stranger.body]).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
    expect((await list('alpha1')).status).toBe(400);
  });
});

describe('members', () => {
  const put = (id: string, userId: string, active: boolean, person: PersonName = 'ada') =>
    as(person).put(`/api/departments/${id}/user/${userId}?showId=alpha1`, {
      active,
    });

  test('MG-02, DEC-92: a member is added, becomes inactive when removed, and can be added again', async () => {
    const { id } = await addDepartment('Second Unit');
    expect((await put(id, 'wendy', true)).body).toEqual({ userId: 'wendy', departmentId: id, active: true });
    expect((await put(id, 'wendy', false)).body).toEqual({
      userId: 'wendy',
      departmentId: id,
      active: false,
    });
    expect((await readDepartment(id))?.users).toEqual([{ id: 'wendy', name: 'Wendy Stone', active: false }]);
    expect((await put(id, 'wendy', true)).body['active']).toBe(true);
  });

  test('API-103, DEC-62: a member who cannot be removed stays', async () => {
    const answer = await put(grip, 'grace', false);
    expect([answer.status, answer.body['code']]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await as('ada').get(`/api/departments/${grip}/user/grace?showId=alpha1`)).body).toMatchObject({
      active: true,
    });
  });

  test('API-103, DEC-62: one of the last two members stays after concurrent removals', async () => {
    await put(grip, 'abel', true);
    const answers = await Promise.all([put(grip, 'grace', false), put(grip, 'abel', false)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const active = (await readDepartment(grip))?.users.filter((user) => user.active).map(({ id }) => id);
    expect(active?.filter((id) => id === 'grace' || id === 'abel')).toHaveLength(1);
    await put(grip, 'grace', true);
    expect((await put(grip, 'abel', false)).status).toBe(200);
  });

  test('MG-02: only members of the show can be added', async () => {
    expect((await put(grip, 'nora', true)).status).toBe(404);
    expect((await put(grip, 'gone', true)).status).toBe(404);
    expect((await put(grip, 'dana', false)).status).toBe(404);
    expect((await put(grip, 'dana', true, 'grace')).status).toBe(403);
  });
});
