import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionMatrix } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

const ids = inShow('alpha1');
// No role has READ by default; here one does.
const role: Permissions = permissionMatrix['PO Creator'];
const { Departments, UserManagement } = role;

beforeAll(async () => {
  await openStudio();
  Object.assign(role, { Departments: 'READ', UserManagement: 'READ' });
});
afterAll(() => void Object.assign(role, { Departments, UserManagement }));

test('PE-03, DEC-92: with READ the server shows departments and users and refuses every change', async () => {
  const dana = as('dana');
  const art = ids.department('art');
  const reads = [
    '/api/departments/?showId=alpha1',
    '/api/users/?show=alpha1',
    '/api/users/abel/?show=alpha1',
  ];
  for (const path of reads) expect([path, (await dana.get(path)).status]).toEqual([path, 200]);
  const before = await sql.alpha`SELECT * FROM departments`;
  const answers = {
    add: await dana.post('/api/departments/?showId=alpha1', { name: 'Mine' }),
    rename: await dana.patch(`/api/departments/${art}?showId=alpha1`, { name: 'Mine' }),
    prefix: await dana.post(`/api/departments/${art}/settings/poNumberPrefix?showId=alpha1`, { value: 'X' }),
    codes: await dana.post(`/api/departments/${art}/settings/accountCodes?showId=alpha1`, { value: {} }),
    member: await dana.put(`/api/departments/${art}/user/abel?showId=alpha1`, { active: false }),
    create: await dana.post('/api/users?show=alpha1', {
      username: 'new@backlot.example',
      firstName: 'New',
      lastName: 'Person',
      roleId: 'PO Creator',
    }),
    role: await dana.patch('/api/users/abel?show=alpha1', { roleId: 'PO Creator' }),
    belonging: await dana.put('/api/users/abel/departments?show=alpha1', { departmentIds: [] }),
    link: await dana.post('/api/users/abel/invitation?show=alpha1'),
  };
  for (const [what, { status, body }] of Object.entries(answers))
    expect([what, status, body['code']]).toEqual([what, 403, 'FORBIDDEN']);
  expect(await sql.alpha`SELECT * FROM departments`).toEqual(before);
});
