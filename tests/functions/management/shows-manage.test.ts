import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newShow } from '#domain/management/show-form';
import { readUser } from '#store/directory/users';
import { countShowsByShard } from '#store/directory/shows';
import { leastUsedShard } from '#store/show-move/choose-shard';
import { createShow as createShowOnce } from '#verbs/management/create-show';
import { difference } from '../../support/answer-difference.ts';
import { failAfter } from '../../support/worker/database/failing-d1.ts';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { aDraft, aLine, approveAs, as } from '../../support/worker/fixtures/client.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  chosen,
  createShow,
  drain,
  open,
  openWithStaff,
  shardOf,
} from '../../support/worker/fixtures/shows.ts';
import { forgetSent, pushesOf, sent, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openWithStaff);
beforeEach(forgetSent);

describe('lookups in the accounting system', () => {
  test('API-117, API-118, API-119, API-120, API-121: the lookups return the choices for a new show step by step', async () => {
    const get = async (route: string, path: string) => {
      const answer = await as('hugo').get<unknown>(`/api/acct${path}`);
      expect(difference(`GET /api/acct${route}`, answer)).toBeNull();
      return answer.body;
    };
    expect(await get('/licenses', `/licenses/${open}&search=sa-1`)).toEqual([
      { license: 'SA-100', name: 'Harbor Lights SA', accountingSystem: 'SA' },
    ]);
    expect(await get('/licenses', `/licenses/${open}&search=Harbor`)).toHaveLength(3);
    expect(await get('/studios/:license', `/studios/SA-100${open}`)).toEqual([
      { id: 'meridian', name: 'Meridian Pictures' },
    ]);
    expect(await get('/divisions/:studio', `/divisions/meridian${open}`)).toEqual([
      { id: 'tv', name: 'Television' },
    ]);
    expect(await get('/acct-packages/:license', `/acct-packages/SA-100${open}`)).toEqual([
      { id: 'std', name: 'Standard' },
    ]);
    expect(await get('/show-types/:license', `/show-types/SA-100${open}`)).toEqual([
      { id: 'series', name: 'Series' },
    ]);
  });

  test.each(['otto', 'ada', 'dana'] as const)(
    'DEC-11: FULL Internal may look up, %s may not',
    async (name) => {
      const answer = await as(name).get(`/api/acct/licenses/${open}`);
      expect([answer.status, answer.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    },
  );

  test('DEC-03: without accounting the lookups fail', async () => {
    const url = studioEnv.ACCOUNTING_URL;
    Object.assign(studioEnv, { ACCOUNTING_URL: 'http://accounting.test/nowhere' });
    const answer = await as('hugo').get(`/api/acct/licenses/${open}`);
    Object.assign(studioEnv, { ACCOUNTING_URL: url });
    expect([answer.status, answer.body['code']]).toEqual([424, 'accounting_interface_error']);
  });
});

describe('a new show', () => {
  test('API-50, MG-10, DEC-64, DEC-92: a new show has the defaults, its features, and its creator as EP Internal', async () => {
    const answer = await createShow('Copper Sky', { features: ['APIA'] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Copper Sky',
      slug: 'copper-sky',
      license: 'SA-100',
      accountingSystem: 'SA',
      studioDivision: { name: 'Meridian Pictures / Television' },
      awaitingApprovalCount: 0,
      features: ['APIA'],
      categories: [],
      addresses: [],
      companySettings: [],
      defaultPurchaseOrderWorkflowId: null,
      defaultInvoiceWorkflowId: null,
      defaultPaymentWorkflowId: null,
      settings: {
        poNumberStart: 1,
        displayPoNumbers: 'SAVED_AS_DRAFT',
        invoiceModuleVisible: false,
        overReliefMode: 'REFUSE',
        overReliefToleranceAmount: 0,
        overReliefTolerancePercent: 0,
      },
    });
    const { id } = answer.body;
    expect((await as('hugo').get(`/api/shows/${id}`)).body).toMatchObject({ id, name: 'Copper Sky' });
    expect((await as('hugo').get<string[]>(`/api/shows/${id}/features`)).body).toEqual(['APIA']);
    expect((await as('ada').get(`/api/shows/${id}`)).body).toEqual({ code: 'SHOW_NOT_IN_SESSION' });
    const row = await env.DIRECTORY.prepare('SELECT * FROM shows WHERE id = ?').bind(id).first();
    expect(row).toMatchObject({
      studio_id: 'meridian',
      accounting_package_id: 'std',
      show_type_id: 'series',
    });
  });

  test('DEC-99: repeated and concurrent requests create one show', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all([createShow('Twice Told', {}, key), createShow('Twice Told', {}, key)]);
    answers.push(await createShow('Twice Told', {}, key));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const other = await createShow('Another Story', {}, key);
    expect([other.status, other.body.code]).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-11, DEC-02, DEC-98: only FULL Internal creates shows, and only for licenses of accounting', async () => {
    for (const name of ['otto', 'ada', 'abel'] as const) {
      const answer = await as(name).post(`/api/shows${open}`, { name: 'Not mine', ...chosen });
      expect([answer.status, answer.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    }
    const empty = await as('dana').post(`/api/shows${open}`, {});
    expect([empty.status, empty.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    const wrong = await createShow('Wrong', { license: 'SA-1', divisionId: 'film' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter', message: expect.stringContaining('license') }),
    ]);
    const nameless = await as('hugo').post(`/api/shows${open}`, chosen);
    expect([nameless.status, nameless.body['code']]).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    const strange = await createShow('Strange', { features: ['MAGIC'] });
    expect([strange.status, strange.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('DEC-92: shows are distributed over the shards, and two with one name have different slugs', async () => {
    const first = (await createShow('Same Name')).body;
    const second = (await createShow('Same Name')).body;
    expect(new Set([await shardOf(first.id), await shardOf(second.id)])).toEqual(new Set([0, 1]));
    expect(second.slug).not.toBe(first.slug);
  });

  test('DEC-99: an interrupted creation continues on its shard, even if another one has more room by now', async () => {
    const user = await readUser(studioEnv, 'hugo');
    if (!user) throw new Error('Hugo is gone');
    const now = new Date().toISOString();
    const repeat = { key: crypto.randomUUID(), requestHash: '' };
    const given = v.parse(newShow, { name: 'Second Wind', ...chosen });
    const create = (over: Env) => createShowOnce({ env: over, user, now }, given, repeat);
    // The settings and the job are written, but not the directory.
    await expect(create(failAfter(2))).rejects.toThrow();
    const shards = [studioEnv.SHOWS_0, studioEnv.SHOWS_1];
    const held = async (id: string) =>
      Promise.all(
        shards.map(async (db) => {
          const sql =
            'SELECT (SELECT count(*) FROM show_settings WHERE show_id = ?1) AS settings, (SELECT count(*) FROM outbox WHERE show_id = ?1) AS jobs';
          return db.prepare(sql).bind(id).first();
        }),
      );
    const roomiest = async () => leastUsedShard(studioEnv, await countShowsByShard(studioEnv), null);
    const before = await roomiest();
    for (let n = 0; (await roomiest()) === before; n += 1) await createShow(`Filler ${n}`);
    const id = await create(studioEnv);
    expect(await shardOf(id)).toBe(before);
    const rows = { settings: 1, jobs: 1 };
    const none = { settings: 0, jobs: 0 };
    expect(await held(id)).toEqual(before === 0 ? [rows, none] : [none, rows]);
  });

  test('AC-11, AC-07, LI-27: companies, accounts, banks and vendors come from the accounting data of its license', async () => {
    const { id } = (await createShow('From The Books')).body;
    const get = async (path: string) => (await as('hugo').get<unknown>(path)).body;
    expect(await get(`/api/companies/?showId=${id}`)).toEqual([]);
    await drain();
    expect(await get(`/api/companies/?showId=${id}`)).toEqual([
      expect.objectContaining({
        projectCompanyExternalId: 'pc1',
        company_name: 'Harbor Lights LLC',
        taxCodes: [{ code: 'T1', description: 'Sales tax' }],
        project_company_currencies: [expect.objectContaining({ external_id: 'usd1', is_base: true })],
      }),
    ]);
    expect(await get(`/api/coa/SA-100/?showId=${id}&includeAccountParts=true`)).toMatchObject([
      {
        config_type: 'ACCOUNT',
        account_parts: [{ id_code: '6000' }, { id_code: '6100' }, { id_code: '6200' }],
      },
      { config_type: 'EPISODE' },
    ]);
    const [lumen] = (await get(`/api/vendors/?id=${id}&search=lumen`)) as { id: string }[];
    expect(await get(`/api/vendors/${lumen?.id}/details?showId=${id}`)).toMatchObject({
      addresses: [{ address1: '1 Stage Way' }],
      contacts: [{ name: 'Ada Lumen', is_default: true }],
    });
  });

  test('AC-11: the daily import updates existing rows and creates no duplicates', async () => {
    const { id } = (await createShow('Again And Again')).body;
    const [message] = sent.outbox;
    await drain();
    const store = (await shardOf(id)) === 0 ? env.SHOWS_0 : env.SHOWS_1;
    const count = async () =>
      Promise.all(
        ['vendors', 'vendor_addresses', 'vendor_contacts', 'companies', 'account_parts', 'bank_accounts'].map(
          (table) =>
            store.prepare(`SELECT count(*) AS n FROM ${table} WHERE show_id = ?`).bind(id).first<number>('n'),
        ),
      );
    expect(await count()).toEqual([3, 1, 1, 1, 4, 1]);
    const vendorId = await store
      .prepare("SELECT id FROM vendors WHERE show_id = ? AND external_id = 'anvil'")
      .bind(id)
      .first<string>('id');
    await ledger.prepare("UPDATE vendors SET name = 'Anvil & Sons' WHERE external_id = 'anvil'").run();
    await sweepIn(0);
    expect(sent.outbox).toEqual([]);
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await store.prepare('UPDATE outbox SET created_at = ? WHERE show_id = ?').bind(yesterday, id).run();
    await sweepIn(0);
    // The same job, requested by another call.
    expect(sent.outbox).toEqual([{ ...message, origin: expect.any(String) }]);
    await drain();
    await ledger.prepare("UPDATE vendors SET name = 'Anvil Props' WHERE external_id = 'anvil'").run();
    expect(await count()).toEqual([3, 1, 1, 1, 4, 1]);
    const renamed = await store.prepare('SELECT name FROM vendors WHERE id = ?').bind(vendorId).first('name');
    expect(renamed).toBe('Anvil & Sons');
  });
});

test('API-50, DEC-32, DEC-88, AC-11: the first purchase order is approved and posted, its tax code adding nothing', async () => {
  const { id } = (await createShow('First Order')).body;
  await drain();
  const get = async <Body>(path: string) => (await as('hugo').get<Body>(path)).body;
  const added = async (path: string, body: object) =>
    (await as('hugo').post<{ id: string }>(`/api/shows/${id}/${path}`, body)).body.id;
  const categoryId = await added('categories', { name: 'Props' });
  const billTo = await added('address/?addressType=BILL_TO', { name: 'Office', address1: '1 Lot Road' });
  const shipTo = await added('address/?addressType=SHIP_TO', { name: 'Stage', address1: '2 Lot Road' });
  const shard = (await shardOf(id)) === 0 ? env.SHOWS_0 : env.SHOWS_1;
  const at = '2026-01-01';
  await shard.batch([
    shard.prepare(`INSERT INTO departments (id, show_id, name) VALUES ('${id}_art', '${id}', 'Art')`),
    shard.prepare(
      `INSERT INTO department_members (show_id, department_id, user_id) VALUES ('${id}', '${id}_art', 'hugo')`,
    ),
    shard.prepare(
      `INSERT INTO workflow_templates (id, show_id, slug, name, template_type, created_at)
       VALUES ('${id}_flow', '${id}', 'standard', 'Standard', 'PURCHASE_ORDER', '${at}')`,
    ),
    shard.prepare(
      `INSERT INTO workflow_template_steps (id, show_id, template_id, step_order, name, kind, approvals_needed)
       VALUES ('${id}_step', '${id}', '${id}_flow', 1, 'All', 'STANDARD', 1)`,
    ),
    shard.prepare(
      `INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
       VALUES ('${id}', '${id}_step', 'hugo', 0)`,
    ),
  ]);
  // A new show forbids self-approval (DEC-97), and its creator is the only member.
  const { settings } = await get<{ settings: Record<string, unknown> }>(`/api/shows/${id}`);
  expect(settings).toMatchObject({ preventSelfApproval: true, selfApprovalLimit: null });
  await as('hugo').post(`/api/shows/${id}/settings`, { preventSelfApproval: false });
  const flow = { defaultPurchaseOrderWorkflowId: `${id}_flow` };
  expect((await as('hugo').patch(`/api/shows/${id}/resource`, flow)).status).toBe(200);
  const [vendor] = await get<{ id: string; name: string }[]>(`/api/vendors/?id=${id}&search=lumen`);
  const details = await get<{ addresses: { id: string }[] }>(
    `/api/vendors/${vendor?.id}/details?showId=${id}`,
  );
  const draft = aDraft({
    showId: id,
    department: { id: `${id}_art`, name: 'Art' },
    category: { id: categoryId, name: 'Props' },
    vendor,
    vendorAddress: { id: details.addresses[0]?.id },
    billToAddressId: billTo,
    shipToAddressId: shipTo,
    lineItems: [aLine({ taxCode: 'T1' })],
  });
  const created = await as('hugo').post<{ id: string; code?: string }>('/api/pos', draft);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const submit = await as('hugo').put<{ status: string }>(`/api/pos/${created.body.id}/submit?r=0`);
  expect(submit.status, JSON.stringify(submit.body)).toBe(200);
  const approved = await approveAs({ id: created.body.id, showId: id } as never, 'hugo');
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  expect(await get(`/api/pos/${created.body.id}`)).toMatchObject({
    status: 'APPROVED',
    poNumber: '00001',
    totalCost: 300,
    lineItems: [{ taxCode: 'T1' }],
  });
  expect(await pushesOf(created.body.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 30_000 }]);
});
