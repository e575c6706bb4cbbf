import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { createShow, open, openWithStaff } from '../../support/worker/fixtures/shows.ts';
import type { Show } from '../../support/worker/fixtures/shows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openWithStaff);

describe('the list', () => {
  const list = async (name: Parameters<typeof as>[0], query = '') =>
    (
      await as(name).get<{ shows: { id: string; mayEdit: boolean; isMember: boolean }[]; total: number }>(
        `/api/shows/${open}${query}`,
      )
    ).body;
  const ids = async (name: Parameters<typeof as>[0]) => (await list(name)).shows.map(({ id }) => id);

  test('API-49, DEC-11: EP Internal lists the shows of all studios, others their own', async () => {
    expect(await ids('hugo')).toEqual(expect.arrayContaining(['alpha1', 'bravo2']));
    expect(await ids('ada')).toEqual(['alpha1']);
    const bravo = (await list('hugo')).shows.find(({ id }) => id === 'bravo2');
    expect(bravo).toMatchObject({ mayEdit: true, isMember: false });
    expect((await list('ada')).shows).toMatchObject([{ mayEdit: true, isMember: true }]);
    expect((await list('dana')).shows.map(({ mayEdit }) => mayEdit)).toEqual([false, false]);
  });

  test('API-49, DEC-11: a Studio Admin lists the shows of their own studios only', async () => {
    const insert = (id: string, studio: string) =>
      env.DIRECTORY.prepare(
        `INSERT INTO shows (id, slug, name, studio_id, license, shard, accounting_system, created_at)
         VALUES (?1, ?1, ?1, ?2, 'S-1', 0, 'SA', '2026-01-01')`,
      ).bind(id, studio);
    const { studio_id: home } = (await env.DIRECTORY.prepare(
      "SELECT studio_id FROM shows WHERE id = 'alpha1'",
    ).first<{ studio_id: string }>()) ?? { studio_id: '' };
    await env.DIRECTORY.batch([
      env.DIRECTORY.prepare(
        "INSERT INTO studios (id, name) VALUES ('lantern', 'Lantern'), ('other', 'Other')",
      ),
      insert('sibling', home),
      insert('lantern1', 'lantern'),
      insert('lantern2', 'lantern'),
      insert('other1', 'other'),
      insert('other2', 'other'),
    ]);
    expect(await ids('otto')).toEqual(['alpha1', 'sibling']);
    expect((await list('otto', '&search=bravo')).total).toBe(0);
    expect((await list('otto')).shows.find(({ id }) => id === 'sibling')).toMatchObject({
      mayEdit: true,
      isMember: false,
    });
    await env.DIRECTORY.batch([
      env.DIRECTORY.prepare(
        "INSERT INTO memberships (show_id, user_id, role) VALUES ('lantern1', 'otto', 'Studio Admin'), ('other1', 'otto', 'PO Creator')",
      ),
    ]);
    expect(await ids('otto')).toEqual(['alpha1', 'lantern1', 'lantern2', 'other1', 'sibling']);
    await env.DIRECTORY.batch([
      env.DIRECTORY.prepare("DELETE FROM memberships WHERE show_id IN ('lantern1', 'other1')"),
      env.DIRECTORY.prepare("DELETE FROM shows WHERE studio_id IN ('lantern', 'other') OR id = 'sibling'"),
    ]);
  });

  test('DEC-05: a deactivated user sees no show in an existing session', async () => {
    const own = async () =>
      (await as('sol').get<{ total: number }>('/api/users/shows/')).body.total + (await list('sol')).total;
    expect(await own()).toBe(2);
    const active = (on: 0 | 1) => sql.directory`UPDATE users SET is_active = ${on} WHERE id = 'sol'`;
    await active(0);
    expect(await own()).toBe(0);
    await active(1);
  });

  test('API-49, SH-48: pages have 20 shows, which are searchable by name or license in any case', async () => {
    const shows = Array.from({ length: 22 }, (_, n) => `('many${n}', 'Many ${String(n).padStart(2, '0')}')`);
    await env.DIRECTORY.prepare(
      `INSERT INTO shows (id, slug, name, studio_id, license, shard, accounting_system, created_at)
       SELECT column1, column1, column2, 'quarry', 'Q-1', 0, 'SA', '2026-01-01' FROM (VALUES ${shows.join(', ')})`,
    ).run();
    const first = await list('hugo', '&search=many');
    expect([first.total, first.shows.length]).toEqual([22, 20]);
    const second = await list('hugo', '&search=MANY&page=2&count=20');
    expect(second.shows.map(({ id }) => id)).toEqual(['many20', 'many21']);
    expect((await list('hugo', '&search=v5-2')).shows.map(({ id }) => id)).toEqual(['bravo2']);
    expect((await list('hugo', '&search=100%25')).total).toBe(0);
  });

  test("SH-47, SH-48: any search text finds the user's shows by name or license, or nothing", async () => {
    const searchShows = async (search: string) => {
      const path = `/api/users/shows?search=${encodeURIComponent(search)}`;
      const { status, body } = await as('otto').get<{ shows: { id: string }[] }>(path);
      return [status, body.shows.map(({ id }) => id)];
    };
    await sql.directory`UPDATE shows SET name = 'Élan 100%' WHERE id = 'alpha1'`;
    expect(await searchShows('ÉLAN')).toEqual([200, ['alpha1']]);
    expect(await searchShows('0%')).toEqual([200, ['alpha1']]);
    expect(await searchShows('_')).toEqual([200, []]);
    // Exceeds the bytes of a LIKE pattern.
    expect(await searchShows('Щ'.repeat(100))).toEqual([200, []]);
    expect((await list('otto', '&search=ÉLAN')).shows.map(({ id }) => id)).toEqual(['alpha1']);
    await sql.directory`UPDATE shows SET name = 'Alpha' WHERE id = 'alpha1'`;
  });

  test('SH-50, DEC-84: each show has the number of POs that wait for the user', async () => {
    await submitted('dana');
    const waiting = (await as('abel').get<{ shows: unknown[] }>('/api/users/shows/')).body.shows;
    expect(waiting).toMatchObject([{ id: 'alpha1', awaitingApprovalCount: 1 }]);
    expect((await list('abel')).shows).toMatchObject([{ awaitingApprovalCount: 1 }]);
    expect((await as('abel').get('/api/shows/alpha1')).body).toMatchObject({ awaitingApprovalCount: 1 });
    expect((await list('ada')).shows).toMatchObject([{ awaitingApprovalCount: 0 }]);
  });
});

describe('editing a show', () => {
  test('API-51: only the name and the default workflows change', async () => {
    const before = (await as('ada').get<Show>('/api/shows/alpha1')).body;
    const answer = await as('ada').patch<Show>('/api/shows/alpha1/resource', {
      name: '  Alpha Outpost ',
      license: 'V5-200',
      studioDivision: { name: 'Elsewhere' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, name: 'Alpha Outpost' });
    const flows = await as('ada').patch('/api/shows/alpha1/resource', {
      defaultPurchaseOrderWorkflowId: null,
    });
    expect(flows.body).toMatchObject({ name: 'Alpha Outpost', defaultPurchaseOrderWorkflowId: null });
    const without = await create('dana');
    const refused = await as('dana').put(`/api/pos/${without.id}/submit?r=0`);
    expect(refused.body).toMatchObject({ code: 'POS_NO_DEFAULT_WORKFLOW' });
    await as('ada').patch('/api/shows/alpha1/resource', { defaultPurchaseOrderWorkflowId: 'alpha1_flow' });
    expect((await as('dana').put(`/api/pos/${without.id}/submit?r=0`)).status).toBe(200);
  });

  test('API-51, DEC-64: a default workflow must belong to this show and its type', async () => {
    const change = async (body: Record<string, unknown>) => {
      const answer = await as('ada').patch('/api/shows/alpha1/resource', body);
      return [answer.status, answer.body['code']];
    };
    expect(await change({ defaultPurchaseOrderWorkflowId: 'bravo2_flow' })).toEqual([404, 'NOT_FOUND']);
    expect(await change({ defaultInvoiceWorkflowId: 'alpha1_flow' })).toEqual([400, 'invalid_parameter']);
    expect(await change({ name: '  ' })).toEqual([400, 'invalid_parameter']);
    await sql.alpha`INSERT INTO workflow_templates (id, show_id, slug, name, template_type, created_at)
       VALUES ('alpha1_bills', 'alpha1', 'bills', 'Bills', 'INVOICE', '2026-01-01')`;
    expect(await change({ defaultInvoiceWorkflowId: 'alpha1_bills' })).toEqual([200, undefined]);
    expect((await as('ada').get('/api/shows/alpha1')).body).toMatchObject({
      defaultInvoiceWorkflowId: 'alpha1_bills',
      defaultPurchaseOrderWorkflowId: 'alpha1_flow',
      defaultPaymentWorkflowId: null,
    });
  });

  test('DEC-11, DEC-98: editing needs FULL Show in it, FULL Internal anywhere, or FULL Studio in its studio', async () => {
    const rename = async (name: Parameters<typeof as>[0], id: string, query = open) => {
      const answer = await as(name).patch(`/api/shows/${id}/resource${query}`, { name: 'Renamed' });
      return [answer.status, answer.body['code']];
    };
    expect(await rename('abel', 'alpha1')).toEqual([403, 'FORBIDDEN']);
    expect(await rename('ada', 'bravo2')).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect(await rename('otto', 'bravo2')).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect(await rename('ada', 'nosuch')).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect(await rename('hugo', 'nosuch')).toEqual([404, 'NOT_FOUND']);
    expect(await rename('hugo', 'bravo2')).toEqual([200, undefined]);
    const { id } = (await createShow('Of The Same Studio')).body;
    expect(await rename('otto', id)).toEqual([200, undefined]);
  });
});
