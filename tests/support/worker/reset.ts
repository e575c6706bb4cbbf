import { forgetOwnModules } from './known-modules.ts';
import { startTimersQuickly } from './quick-timers.ts';
import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';

/** Bindings of the tests in addition to the product's (`vitest.config.ts`). */
interface Extra {
  LEDGER: D1Database;
  DIRECTORY_SCHEMA: string[];
  SHOW_SCHEMA: string[];
  SANDBOX_SCHEMA: string[];
}

const { LEDGER, DIRECTORY_SCHEMA, SHOW_SCHEMA, SANDBOX_SCHEMA } = env as unknown as Extra;
const databases = [
  [env.DIRECTORY, DIRECTORY_SCHEMA],
  [env.SHOWS_0, SHOW_SCHEMA],
  [env.SHOWS_1, SHOW_SCHEMA],
  [LEDGER, SANDBOX_SCHEMA],
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

async function create(database: D1Database, schema: readonly string[]): Promise<void> {
  const left = await database.prepare('SELECT count(*) AS count FROM sqlite_master').first<number>('count');
  if (left !== 0) throw new Error('The test file before has left its tables behind');
  await database.prepare(schema.join(';\n')).run();
}

// One workerd runs all test files: each starts with empty storage and fresh modules.
vi.restoreAllMocks();
// Every request logs a line, which is of no interest here.
vi.spyOn(console, 'info').mockImplementation(() => undefined);
await wakeAll();
await reset();
forgetOwnModules();
startTimersQuickly();
await Promise.all(databases.map(([database, schema]) => create(database, schema)));
await Promise.all((await listDurableObjectIds(env.REALTIME)).map(wake));
