import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CostReport, IssuedCostReport } from '#domain/budget/cost-report/response';
import { memberContext } from '#verbs/request/member-context';
import { readersQuery } from '#store/directory/document-audience';
import { readDigestMembers, readDigestOwnerShows } from '#store/directory/digest-days';
import { readLiveSessions, readSessionShow } from '#store/directory/sessions';
import { directoryOf } from '#store/d1/open';
import { read } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import {
  costFile,
  forgetCosts,
  issueReport,
  openCostShow,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import { approvedLine, markCounted } from '../../support/worker/budget/movements.ts';
import { as, sessionOf, submitted } from '../../support/worker/fixtures/client.ts';
import { changeUser, createUser, readUser, refusalOf } from '../../support/worker/fixtures/users.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { callWith, tokenOf, tokenRefusal } from '../../support/worker/identity/with-token.ts';

type Refused = { code?: string };
const guarantor = () => as('abel');
const path = (of: string) => `${of}${of.includes('?') ? '&' : '?'}showId=alpha1`;
const roleOf = (role: string) =>
  sql.directory`UPDATE memberships SET role = ${role}, budget_accounts = NULL
    WHERE user_id = 'abel' AND show_id = 'alpha1'`;

beforeAll(openCostShow);

describe('issued reports', () => {
  beforeAll(async () => {
    await forgetCosts();
    await markCounted();
    await newBudget();
    await approvedLine(10_000);
    expect((await issueReport({ note: 'Week 1' })).status).toBe(201);
    await approvedLine(2_000);
  });
  beforeEach(() => roleOf('Guarantor'));

  test('BUD-88: a guarantor reads the list of issued reports and each of them', async () => {
    const list = await guarantor().get<{ reports: IssuedCostReport[] }>(path('/api/cost-reports'));
    expect(list.body.reports).toMatchObject([{ number: 1, day: today, note: 'Week 1' }]);
    const { status, body } = await guarantor().get<CostReport>(path('/api/cost-reports/1'));
    expect([status, body.totals.total]).toEqual([200, 10_000]);
    expect(body.dimensions).toEqual(['ACCOUNT', 'department']);
    const byDepartment = await guarantor().get<CostReport>(path('/api/cost-reports/1?by=department'));
    expect(byDepartment.body.rows).toMatchObject([{ name: 'Art', total: 10_000 }]);
    expect(refusalOf(await guarantor().get<Refused>(path('/api/cost-reports/2')))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  test.each(['csv', 'xlsx'])('BUD-88: a guarantor downloads an issued report as %s', async (format) => {
    const file = await costFile('/file', `&number=1&format=${format}&timeZone=UTC`, 'abel');
    expect(file.status).toBe(200);
    const [ours, theirs] = await Promise.all([
      costFile('/file', `&number=1&format=${format}&timeZone=UTC`),
      file.arrayBuffer(),
    ]);
    expect(theirs.byteLength).toBe((await ours.arrayBuffer()).byteLength);
  });

  test('BUD-88: a guarantor prints an issued report', async () => {
    const pdf = await costFile('/pdf', '&number=1&timeZone=UTC', 'abel');
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  test.each([
    '/file',
    '/pdf',
    '/current',
    '/current/documents?code=6100',
    '/open',
    '/estimates?account=6100',
  ])('BUD-88: the running report is refused at %s', async (of) => {
    const answer = await guarantor().get<Refused>(path(`/api/cost-reports${of}`));
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(Object.keys(answer.body)).toEqual(['code']);
  });

  test('BUD-88: issued reports are refused to another role without READ Budget', async () => {
    await roleOf('Approver');
    for (const of of ['/api/cost-reports', '/api/cost-reports/1'])
      expect(refusalOf(await guarantor().get<Refused>(path(of)))).toEqual([403, 'FORBIDDEN']);
  });

  test('BUD-88: an API token from before is refused what a guarantor reads', async () => {
    await roleOf('Approver');
    const { token } = await tokenOf('abel', { showId: 'alpha1' });
    await roleOf('Guarantor');
    for (const of of ['/api/cost-reports', '/api/cost-reports/1', '/api/users/config'])
      expect(tokenRefusal(await callWith(token, 'GET', path(of)))).toEqual([403, 'FORBIDDEN']);
  });

  test('BUD-88: ranges of accounts limit what a guarantor sees of an issued report', async () => {
    const ranges = JSON.stringify([{ from: '6200', to: '6299' }]);
    await sql.directory`UPDATE memberships SET budget_accounts = ${ranges}
      WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    const { body } = await guarantor().get<CostReport>(path('/api/cost-reports/1'));
    expect(body).toMatchObject({ isPartial: true, totals: { total: 0 } });
    const list = await guarantor().get<{ reports: IssuedCostReport[] }>(path('/api/cost-reports'));
    expect(list.body.reports).toMatchObject([{ totals: null }]);
    const other = await guarantor().get<Refused>(path('/api/cost-reports/1?by=department'));
    expect(refusalOf(other)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a show that a guarantor opens', () => {
  beforeEach(() => roleOf('Guarantor'));

  test('BUD-88: it tells its name and time zone, and nothing of its rules', async () => {
    const zone = 'America/New_York';
    await as('ada').post('/api/shows/alpha1/settings', { timeZone: zone, vendorEmail: true });
    const { settings: all } = (await as('ada').get<{ settings: object }>(path('/api/users/config'))).body;
    const { settings } = (await guarantor().get<{ settings: object }>(path('/api/users/config'))).body;
    expect(settings).toMatchObject({ timeZone: zone });
    expect(Object.keys(settings).toSorted()).toEqual(Object.keys(all).toSorted());
    const changed = Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(all[name as never]),
    );
    expect(changed.length).toBeGreaterThan(0);
    await as('ada').post('/api/shows/alpha1/settings', { timeZone: 'America/Los_Angeles' });
  });

  test('BUD-88: the web starts in it, without a count of approvals', async () => {
    await roleOf('Approver');
    await submitted('dana');
    await changeUser('abel', { roleId: 'Guarantor' });
    const { body } = await guarantor().get<{
      open: { showId: string; config: object } | null;
      shows: object[];
    }>('/api/sessions/login-context?open=1&restoreShow=alpha1');
    expect(body.open).toMatchObject({ showId: 'alpha1', config: { isGuarantor: true } });
    expect(body.shows).toContainEqual(expect.objectContaining({ id: 'alpha1', awaitingApprovalCount: 0 }));
  });

  test('BUD-89: its departments are refused, also among those of several shows', async () => {
    const answer = await guarantor().post<Refused>('/api/departments/all/list', { showIds: ['alpha1'] });
    expect(refusalOf(answer)).toEqual([403, 'FORBIDDEN']);
  });

  test('BUD-89: no API token is created for it', async () => {
    const token = { name: 'Ledger', scopes: ['documents:read'], days: 30, showId: 'alpha1' };
    expect(refusalOf(await guarantor().post<Refused>('/api/tokens', token))).toEqual([403, 'FORBIDDEN']);
  });

  test('BUD-89: its realtime channel is closed to a guarantor, and no document has one among its readers', async () => {
    const { token } = await sessionOf('abel');
    await guarantor().get('/api/users/permissions?st=1&showId=alpha1');
    expect(await readSessionShow(studioEnv, token)).toEqual({ userId: 'abel', showId: null });
    const session = sha256(token);
    const liveShows = async () =>
      (await readLiveSessions(studioEnv, [{ session, showId: 'alpha1' }])).get(session)?.shows;
    expect(await liveShows()).toEqual(new Set());
    const readers = async () =>
      (await read(readersQuery(directoryOf(studioEnv, 'alpha1')))).map(({ userId }) => userId);
    expect(await readers()).not.toContain('abel');
    await roleOf('Approver');
    expect(await liveShows()).toEqual(new Set(['alpha1']));
    expect(await readers()).toContain('abel');
  });

  test('BUD-89: work in the background that a guarantor had started ends', async () => {
    const member = { showId: 'alpha1', userId: 'abel' };
    expect(await memberContext(studioEnv, member, new Date().toISOString())).toBeNull();
    await roleOf('Approver');
    expect(await memberContext(studioEnv, member, new Date().toISOString())).not.toBeNull();
  });

  test('BUD-89: digests leave the show out, and another show of the user owns them', async () => {
    await sql.directory`UPDATE users SET consolidate_po_emails = 1, email_notifications = 1 WHERE id = 'abel'`;
    const inAlpha = async () => (await readDigestMembers(studioEnv, 'alpha1')).map(({ id }) => id);
    expect(await inAlpha()).not.toContain('abel');
    const owner = async () => (await readDigestOwnerShows(studioEnv, ['abel'])).get('abel')?.id;
    expect(await owner()).not.toBe('alpha1');
    await roleOf('Approver');
    expect([await inAlpha(), await owner()]).toEqual([expect.arrayContaining(['abel']), 'alpha1']);
  });
});

describe('the user page', () => {
  const invited = () => createUser({ roleId: 'Guarantor' });

  test('BUD-88: an administrator of the show adds a guarantor', async () => {
    const { status, body } = await invited();
    expect(status).toBe(201);
    expect(body).toMatchObject({ roleId: 'Guarantor', approver: false, departments: [] });
  });

  test('BUD-37, BUD-88: one who sees a part of the budget adds guarantors who see that part', async () => {
    const ranges = [{ from: '6200', to: '6299' }];
    await sql.directory`UPDATE memberships SET budget_accounts = ${JSON.stringify(ranges)}
      WHERE user_id = 'ada' AND show_id = 'alpha1'`;
    const { body } = await invited();
    await sql.directory`UPDATE memberships SET budget_accounts = NULL WHERE user_id = 'ada'`;
    expect(body.budgetAccounts).toEqual(ranges);
  });

  test('BUD-89: a guarantor belongs to no department', async () => {
    const { id } = (await invited()).body;
    const department = inShow('alpha1').department('art');
    const put = await as('ada').put<Refused>(`/api/users/${id}/departments?show=alpha1`, {
      departmentIds: [department],
    });
    expect(refusalOf(put)).toEqual([400, 'invalid_parameter']);
    const join = await as('ada').put<Refused>(path(`/api/departments/${department}/user/${id}`), {
      active: true,
    });
    expect(refusalOf(join)).toEqual([400, 'invalid_parameter']);
  });

  test('BUD-89: a member who becomes a guarantor leaves the queue, departments and pickers', async () => {
    await roleOf('Approver');
    await submitted('dana');
    const waiting = () =>
      sql.alpha<{ n: number }>`SELECT count(*) AS n FROM waiting_approvals WHERE user_id = 'abel'`;
    const department = inShow('alpha1').department('art');
    await as('ada').put(path(`/api/departments/${department}/user/abel`), { active: true });
    const activeIn = async () => {
      const { body } = await as('ada').get<{ id: string; active: boolean }[]>(
        path(`/api/departments/${department}/users`),
      );
      return body.map(({ id }) => id);
    };
    const listed = async (name: 'ada' | 'dana', query = '') => {
      const { body } = await as(name).get<{ id: string }[]>(`/api/users?show=alpha1${query}`);
      return body.map(({ id }) => id);
    };
    const found = async () => {
      const name = (await readUser('abel')).body.firstName;
      const { body } = await as('ada').get<{ people: { id: string }[] }>(path(`/api/search?q=${name}`));
      return body.people.map(({ id }) => id);
    };
    const places = async () => ({
      waits: ((await waiting())[0]?.n ?? 0) > 0,
      department: (await activeIn()).includes('abel'),
      people: (await listed('dana')).includes('abel'),
      approvers: (await listed('ada', '&templateType=PURCHASE_ORDER')).includes('abel'),
      search: (await found()).includes('abel'),
    });
    expect(await places()).toEqual({
      waits: true,
      department: true,
      people: true,
      approvers: true,
      search: true,
    });
    const { status, body } = await changeUser('abel', { roleId: 'Guarantor' });
    expect([status, body.departments]).toEqual([200, []]);
    expect(await places()).toEqual({
      waits: false,
      department: false,
      people: false,
      approvers: false,
      search: false,
    });
    // Those who manage users still find the guarantor there.
    expect(await listed('ada')).toContain('abel');
  });
});
