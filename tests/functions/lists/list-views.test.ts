import { beforeAll, describe, expect, test } from 'vitest';
import type { AllListSettings, ListView } from '#domain/lists/list-settings';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const ids = inShow('alpha1');
const art = { kind: 'DEPARTMENT', departmentId: ids.department('art') };
const aView = {
  list: 'PO_CREATOR',
  name: 'Grip this week',
  query: 'status=all&group=VENDOR',
  columns: null,
  audience: { kind: 'PRIVATE' },
};
type Refused = ListView & { code?: string };

const post = (name: PersonName, own: object = {}, key?: string) =>
  as(name).post<Refused>(
    '/api/list-views?showId=alpha1',
    { ...aView, ...own },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const change = (name: PersonName, view: ListView, own: object = {}) =>
  as(name).put<Refused>(`/api/list-views/${view.id}`, {
    ...aView,
    name: view.name,
    revision: view.revision,
    ...own,
  });
const seen = async (name: PersonName) =>
  (await as(name).get<AllListSettings>('/api/list-settings?showId=alpha1')).body;
const namesOf = async (name: PersonName) =>
  (await seen(name)).views.filter(({ isTab }) => isTab).map((view) => view.name);

describe('saved views', () => {
  test('VIEW-10: a private view is seen by its owner alone', async () => {
    const { status, body } = await post('dana');
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...aView, revision: 1, isTab: true, mayChange: true });
    expect(body.owner).toEqual({ userId: 'dana', name: 'Dana Stone' });
    expect(await namesOf('dana')).toContain('Grip this week');
    expect((await seen('ada')).views).toEqual([]);
    expect((await change('ada', body)).status).toBe(404);
    expect((await as('ada').delete(`/api/list-views/${body.id}`)).status).toBe(404);
  });

  test('VIEW-11: the same request twice saves one view; a change and a deletion are repeatable', async () => {
    const key = crypto.randomUUID();
    const first = await post('abel', { name: 'Once' }, key);
    const second = await post('abel', { name: 'Once' }, key);
    expect(second.body).toEqual(first.body);
    expect((await namesOf('abel')).filter((name) => name === 'Once')).toHaveLength(1);
    const renamed = await change('abel', first.body, { name: ' Twice ' });
    expect(renamed.body).toMatchObject({ name: 'Twice', revision: 2 });
    expect((await as('abel').delete(`/api/list-views/${first.body.id}`)).body).toEqual({ id: first.body.id });
    expect((await as('abel').delete(`/api/list-views/${first.body.id}`)).status).toBe(404);
    expect(await namesOf('abel')).toEqual([]);
  });

  test('VIEW-14: a change of a view that was changed since it was read is a conflict', async () => {
    const { body: view } = await post('abel', { name: 'Contended' });
    expect((await change('abel', view, { name: 'First' })).status).toBe(200);
    const second = await change('abel', view, { name: 'Second' });
    expect([second.status, second.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect(await namesOf('abel')).toContain('First');
  });

  test('VIEW-12: a view shared with a role or a department is a tab of these people', async () => {
    expect(
      (await post('ada', { name: 'For approvers', audience: { kind: 'ROLE', role: 'Approver' } })).status,
    ).toBe(201);
    expect((await post('ada', { name: 'For art', audience: art })).status).toBe(201);
    expect(await namesOf('grace')).toEqual(['For approvers']);
    expect(await namesOf('carl')).toEqual(['For art']);
    expect(await namesOf('wendy')).toEqual([]);
    const [shared] = (await seen('grace')).views;
    expect(shared).toMatchObject({ mayChange: false, audience: { kind: 'ROLE', role: 'Approver' } });
    const refused = await change('grace', shared as ListView);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('VIEW-13, DEC-195: approvers share with their own departments, creators with nobody, admins with all', async () => {
    const statusOf = async (name: PersonName, audience: object) => (await post(name, { audience })).status;
    const grip = { kind: 'DEPARTMENT', departmentId: ids.department('grip') };
    const role = { kind: 'ROLE', role: 'PO Creator' };
    expect(await statusOf('abel', art)).toBe(201);
    expect(await statusOf('abel', grip)).toBe(403);
    expect(await statusOf('abel', role)).toBe(403);
    expect(await statusOf('dana', art)).toBe(403);
    expect(await statusOf('ada', grip)).toBe(201);
    expect(await statusOf('ada', role)).toBe(201);
    expect((await seen('abel')).share).toEqual({
      roles: [],
      departments: [{ id: art.departmentId, name: 'Art' }],
    });
    expect((await seen('dana')).share).toEqual({ roles: [], departments: [] });
    expect((await seen('ada')).share.roles).toContain('Approver');
  });

  test('VIEW-13: an admin changes and deletes what another user shared', async () => {
    const { body: view } = await post('abel', { name: 'Of Abel', audience: art });
    const renamed = await change('ada', view, { name: 'Of art', audience: art });
    expect(renamed.body).toMatchObject({ name: 'Of art', owner: { userId: 'abel' } });
    expect((await change('ada', renamed.body)).status).toBe(403);
    expect((await as('ada').delete(`/api/list-views/${view.id}`)).status).toBe(200);
    expect(await namesOf('carl')).not.toContain('Of art');
  });

  test('VIEW-67: a view is shared only with a department of the open show', async () => {
    const { body: view } = await post('ada', { name: 'Of Ada' });
    const others = [inShow('bravo2').department('art'), 'alpha1_nowhere'];
    for (const departmentId of others) {
      const audience = { kind: 'DEPARTMENT', departmentId };
      const refused = [await post('ada', { audience }), await change('ada', view, { audience })];
      for (const { status, body } of refused)
        expect([status, body.code], departmentId).toEqual([400, 'invalid_parameter']);
    }
  });

  test('VIEW-15: a user can have fifty views', async () => {
    await sql.alpha`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
      INSERT INTO list_views (show_id, id, list, owner_id, owner_name, name, query, audience, revision, created_at, updated_at)
      SELECT 'alpha1', 'alpha1_v' || i, 'PO_CREATOR', 'luis', 'Luis', 'V' || i, '', 'PRIVATE', 1, '', '' FROM n`;
    expect((await post('luis')).status).toBe(201);
    const refused = await post('luis');
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_parameter']);
    expect((await seen('luis')).views.filter(({ owner }) => owner.userId === 'luis')).toHaveLength(50);
  });

  test.each([
    ['an empty name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(61) }],
    ['a query that is none', { query: 'status=<all>' }],
    ['an unknown list', { list: 'VENDORS' }],
    ['an unknown role', { audience: { kind: 'ROLE', role: 'King' } }],
  ])('VIEW-10: %s is refused', async (_, own) => {
    const answer = await post('dana', own);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });
});
