import { roles } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { bystander } from './route-verdict.ts';
import type { Place, Where } from './route-verdict.ts';
import { openAllTypes } from './studio-all-types.ts';
import { sessionOf } from './studio-client.ts';
import { inShow, showRows } from './studio-rows.ts';
import type { PersonName, Row } from './studio-rows.ts';
import { insertsOf, studioEnv, sql } from './studio.ts';

export const places: Record<Where, Place> = {
  own: { showId: 'alpha1', where: 'own' },
  'same studio': { showId: 'sister', where: 'same studio' },
  'other studio': { showId: 'bravo2', where: 'other studio' },
};

/** One person of each role, all with both modules and everything in sight; then one who is an administrator without modules. */
export const cast = [
  ...roles.map((role, index) => ({ name: `role${index}` as PersonName, role, modules: true })),
  { name: 'unmoduled' as PersonName, role: 'Show Admin' as Role, modules: false },
];
const at = '2026-01-05T09:00:00.000Z';

async function insert(database: D1Database, table: string, rows: readonly Row[]): Promise<void> {
  await database.batch(insertsOf(database, table, rows));
}

async function addPeople(): Promise<void> {
  const { DIRECTORY } = studioEnv;
  const hash = await DIRECTORY.prepare("SELECT password_hash AS hash FROM users WHERE id = 'dana'").first<{
    hash: string;
  }>();
  const person = (id: string): Row => ({
    id,
    username: `${id}@backlot.example`,
    first_name: 'Some',
    last_name: 'Body',
    initials: 'SB',
    password_hash: hash?.hash ?? '',
    created_at: at,
  });
  const seat = (userId: string, showId: string, role: string, modules: boolean): Row => ({
    show_id: showId,
    user_id: userId,
    role,
    purchase_order_visibility: 'ALL',
    invoice_visibility: 'ALL',
    invoice_module_visible: modules ? 1 : 0,
    payment_module_visible: modules ? 1 : 0,
  });
  await insert(DIRECTORY, 'users', [
    ...cast.map(({ name }) => person(name)),
    person(bystander),
    person('leaver'),
  ]);
  await insert(DIRECTORY, 'memberships', [
    ...cast.map(({ name, role, modules }) => seat(name, 'alpha1', role, modules)),
    ...Object.values(places).map(({ showId }) => seat(bystander, showId, 'Approver', true)),
    seat('leaver', 'alpha1', 'EP Internal', true),
  ]);
}

/** A row of everything that a path can name, in each show. */
async function addRows({ showId }: Place): Promise<void> {
  const database = showId === 'bravo2' ? studioEnv.SHOWS_1 : studioEnv.SHOWS_0;
  const docId = (kind: string) => `${showId}_${kind}`;
  const header = (kind: string, type: string): Row => ({
    id: docId(kind),
    show_id: showId,
    type,
    status: 'DRAFT',
    submission_status: 'Draft',
    version: 1,
    number: `90${kind.length}`,
    number_sort: `90${kind.length}`,
    creator_id: bystander,
    creator_name: 'Some Body',
    owner_id: bystander,
    created_at: at,
    updated_at: at,
  });
  await insert(database, 'documents', [
    header('po', 'PO'),
    header('invoice', 'INVOICE'),
    header('payment', 'PAYMENT'),
  ]);
  await insert(
    database,
    'document_events',
    ['po', 'invoice', 'payment'].map((kind) => ({
      document_id: docId(kind),
      seq: 1,
      show_id: showId,
      action: 'create',
      actor_id: bystander,
      actor_name: 'Some Body',
      at,
      previous_hash: '',
      hash: kind,
    })),
  );
  await insert(database, 'department_members', [
    { show_id: showId, department_id: inShow(showId).department('art'), user_id: bystander },
  ]);
  const vendor = JSON.stringify({ name: 'Lumen', address: '' });
  await insert(database, 'purchase_orders', [{ document_id: docId('po'), show_id: showId, vendor }]);
  await insert(database, 'invoices', [
    { document_id: docId('invoice'), show_id: showId, amount_cents: 100, vendor },
  ]);
  await insert(database, 'payments', [
    {
      document_id: docId('payment'),
      show_id: showId,
      external_id: `x-${showId}`,
      payment_type: 'ACH',
      imported_at: at,
    },
  ]);
  await insert(database, 'bulk_runs', [
    {
      id: docId('run'),
      show_id: showId,
      user_id: bystander,
      status: 'success',
      total: 0,
      time_zone: 'UTC',
      created_at: at,
    },
  ]);
  await insert(database, 'webhook_endpoints', [
    {
      id: docId('hook'),
      show_id: showId,
      url: 'https://hooks.example.com/first',
      events: '["document.approved"]',
      document_types: '["PO"]',
      secret: '',
      secret_since: at,
      created_at: at,
    },
  ]);
  const flow = (kind: string, type: string): Row => ({
    id: docId(kind),
    show_id: showId,
    slug: `${kind}-of-all`,
    name: `Flow ${kind}`,
    template_type: type,
    created_at: at,
  });
  await database.prepare('DELETE FROM workflow_template_bank_accounts WHERE show_id = ?').bind(showId).run();
  await insert(database, 'workflow_templates', [flow('pay', 'PAYMENT')]);
  const bill = await database
    .prepare('SELECT 1 FROM workflow_templates WHERE id = ?')
    .bind(docId('bill'))
    .first();
  if (!bill) await insert(database, 'workflow_templates', [flow('bill', 'INVOICE')]);
}

/** Three shows with a row of everything that a path can name, and somebody of each role who belongs to the first. */
export async function openThreeShows(): Promise<void> {
  await openAllTypes();
  const { SHOWS_0 } = studioEnv;
  await sql.directory`INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, features, created_at)
     SELECT 'sister', studio_id, 'sister', 'Sister', 'sister-license', 0, accounting_system, '["APPA","APIA"]', created_at
     FROM shows WHERE id = 'alpha1'`;
  for (const [table, rows] of Object.entries(showRows('sister')))
    if (rows.length > 0) await insert(SHOWS_0, table, rows);
  await addPeople();
  for (const place of Object.values(places)) await addRows(place);
  // Somebody has just asked for it: whoever asks again leaves no trace.
  const check = {
    show_id: 'sister',
    run_id: 'sister_check',
    asked_by: bystander,
    asked_at: new Date().toISOString(),
  };
  await insert(SHOWS_0, 'history_checks', [check]);
  await Promise.all(cast.map(({ name }) => sessionOf(name)));
}

/** All rows of a show's shard that are this show's, as one text. */
export async function contentOf({ showId }: Place): Promise<string> {
  const database = showId === 'bravo2' ? studioEnv.SHOWS_1 : studioEnv.SHOWS_0;
  const { results: tables } = await database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%show_id TEXT NOT NULL%' ORDER BY name",
    )
    .all<{ name: string }>();
  const found = await database.batch(
    tables.map(({ name }) => database.prepare(`SELECT * FROM ${name} WHERE show_id = ?`).bind(showId)),
  );
  return JSON.stringify(found.map(({ results }, index) => [tables[index]?.name, results]));
}
