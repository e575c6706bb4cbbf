import type { Accounting } from './accounting.ts';
import { isRead } from './database.ts';
import type { Bound, Database, Row } from './database.ts';
import type { Isolate, Scheduler } from './scheduler.ts';

/** A message of the outbox queue, as passed to `sendBatch`. */
export interface Body {
  showId: string;
  outboxId: string;
}

export interface SentMail {
  to: string;
  subject: string;
}

/** The simulated resources behind the bindings of an isolate. */
export interface World {
  scheduler: Scheduler;
  database: Database;
  accounting: Accounting;
  sentMails: SentMail[];
  /** Accepts a sent message. `isAlone`: its queue has a batch size of one. */
  queue: (body: Body, isAlone: boolean) => void;
}

/** Returns the bindings of the Worker; each call of one is a step of the scheduler. */
export function environment(world: World, isolate: Isolate): Env {
  const { scheduler } = world;
  const d1 = { withSession: () => session(world, isolate) };
  const bindings = {
    ENVIRONMENT: 'local',
    WEB_ORIGIN: '',
    MAIL_FROM: 'backlot@backlot.example',
    REALTIME_SHARDS: '1',
    SHARD_REGIONS: '',
    JURISDICTION: '',
    ACCOUNTING_URL: `http://${isolate.name}.books/sandbox`,
    ACCOUNTING_SECRET: 'local-secret',
    DIRECTORY: d1,
    SHOWS_0: d1,
    REALTIME: { getByName: () => ({ log: () => Promise.resolve() }) },
    EMAIL: {
      send: (mail: SentMail) => {
        const what = () => `mail to ${mail.to}`;
        return scheduler.step(isolate, what, () => void world.sentMails.push(mail));
      },
    },
    OUTBOX_QUEUE: queue(world, isolate, false),
    BULK_QUEUE: queue(world, isolate, true),
  };
  return bindings as unknown as Env;
}

function queue(world: World, isolate: Isolate, isAlone: boolean) {
  const sendBatch = (messages: readonly { body: Body }[]) => {
    const what = () => `queue ${messages.map(({ body }) => body.outboxId.slice(-6)).join(' ')}`;
    return world.scheduler.step(isolate, what, () => {
      for (const { body } of messages) world.queue(body, isAlone);
    });
  };
  return { sendBatch };
}

function session({ scheduler, database }: World, isolate: Isolate) {
  const prepare = (sql: string) => ({ sql, params: [], bind: (...params: unknown[]) => ({ sql, params }) });
  const batch = (statements: readonly Bound[]) =>
    scheduler.step(
      isolate,
      () => summaryOf(statements),
      () => database.batch(statements).map((results: Row[]) => ({ results, success: true, meta: {} })),
      // D1 retries reads but never writes.
      { risk: statements.every(({ sql }) => isRead.test(sql)) ? 0.3 : 1 },
    );
  return { prepare, batch, getBookmark: () => null };
}

/** A short description of a batch. */
function summaryOf(statements: readonly Bound[]): string {
  const words = statements.map(({ sql }) => {
    const [, verb = '', table = ''] =
      /\b(insert|update|delete|from)\b[^"a-z]*(?:or replace )?(?:into |from )?"?([a-z_]+)/i.exec(sql) ?? [];
    return verb.toLowerCase() === 'from' ? `read ${table}` : `${verb.toLowerCase()} ${table}`;
  });
  return [...new Set(words)].join(', ');
}
