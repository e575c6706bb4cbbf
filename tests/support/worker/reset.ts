import { forgetOwnModules } from './known-modules.ts';
import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import type { D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';

/** Bindings of the tests in addition to the product's (`vitest.config.ts`). */
interface Extra {
  LEDGER: D1Database;
  DIRECTORY_MIGRATIONS: D1Migration[];
  SHOW_MIGRATIONS: D1Migration[];
  SANDBOX_MIGRATIONS: D1Migration[];
}

const { LEDGER, DIRECTORY_MIGRATIONS, SHOW_MIGRATIONS, SANDBOX_MIGRATIONS } = env as unknown as Extra;
const databases = [
  [env.DIRECTORY, DIRECTORY_MIGRATIONS],
  [env.SHOWS_0, SHOW_MIGRATIONS],
  [env.SHOWS_1, SHOW_MIGRATIONS],
  [LEDGER, SANDBOX_MIGRATIONS],
] as const;

/** Pending work of the previous file may have created an object with that file's modules: its first call ends it. */
async function wake(id: DurableObjectId): Promise<void> {
  const call = () => runInDurableObject(env.REALTIME.get(id), () => undefined);
  await call().catch(call);
}

/** `reset` skips objects that were evicted since their last use. */
async function wakeAll(): Promise<void> {
  const sockets = await listDurableObjectIds(env.REALTIME);
  await Promise.all([
    ...databases.map(([database]) => database.prepare('SELECT 1').run()),
    env.FILES.head('nothing'),
    ...sockets.map(wake),
  ]);
}

const withEnd = (query: string) => `${query.replace(/;\s*$/, '')}\n;`;

async function migrate(database: D1Database, migrations: D1Migration[]): Promise<void> {
  const left = await database.prepare('SELECT count(*) AS count FROM sqlite_master').first<number>('count');
  if (left !== 0) throw new Error('The test file before has left its tables behind');
  // As wrangler does, but in one round trip instead of two per migration, each of which is one text.
  const table = `CREATE TABLE d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;
  await database.batch([
    database.prepare(table),
    ...migrations.map(({ name, queries }) =>
      database
        .prepare([...queries, 'INSERT INTO d1_migrations (name) VALUES (?)'].map(withEnd).join('\n'))
        .bind(name),
    ),
  ]);
}

// One workerd runs all test files: each starts with empty storage and fresh modules.
vi.restoreAllMocks();
// Every request logs a line, which is of no interest here.
vi.spyOn(console, 'info').mockImplementation(() => undefined);
await wakeAll();
await reset();
forgetOwnModules();
await Promise.all(databases.map(([database, migrations]) => migrate(database, migrations)));
await Promise.all((await listDurableObjectIds(env.REALTIME)).map(wake));
