import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import type { PdfMessage } from '#verbs/pdf/pdf-tasks';
import worker from '../../../functions/index.ts';
import { sandbox } from '../../../sandbox/app.ts';
import { compareCheaply } from './cheap-passwords.ts';
import { ledger } from './sandbox.ts';
import { licenses, loadBooks } from './sandbox-books.ts';
import type { SentMail } from './sent-mail.ts';
import { skipPauses } from './skip-pauses.ts';
import { directoryRows, showIds, showRows } from './studio-rows.ts';
import type { Row } from './studio-rows.ts';

export const origin = 'https://backlot.test';
export const password = 'Long enough, and then some';
/** Of that password, at the lowest cost: every test file signs several people in. */
const passwordHash =
  'scrypt$16$1$1$b0f699d0d269e71683be0b9399b0f654$3e77193efde3177846e53b75a89d81a452d4cbcc1f1861789161c57f84b532fc';

/** What left the Worker: messages of the outbox's two queues and of the PDFs', and e-mails, in order. */
export const sent = {
  outbox: [] as OutboxMessage[],
  pdf: [] as PdfMessage[],
  mail: [] as SentMail[],
};

/** The limiter counts minutes, in which other test files have signed the same people in. */
const limits = crypto.randomUUID();

/**
 * The real bindings. Queues and mail are kept in `sent` instead of leaving, so that a test hands each message over
 * itself, once or twice.
 */
export const studioEnv = {
  ...env,
  ENVIRONMENT: 'test',
  WEB_ORIGIN: 'https://app.backlot.test',
  ACCOUNTING_URL: 'http://accounting.test/sandbox',
  ACCOUNTING_SECRET: 'secret-of-the-tests',
  IDENTITY_SECRET: 'secret-of-the-tests, of more than 32 bytes',
  SIGN_IN_LIMIT: {
    limit: ({ key }: { key: string }) => env.SIGN_IN_LIMIT.limit({ key: `${limits} ${key}` }),
  },
  SIGN_IN_ADDRESS_LIMIT: {
    limit: ({ key }: { key: string }) => env.SIGN_IN_ADDRESS_LIMIT.limit({ key: `${limits} ${key}` }),
  },
  // Some files call all day within a minute.
  CALL_LIMIT: undefined,
  OUTBOX_QUEUE: {
    sendBatch: async (messages: { body: OutboxMessage }[]) => {
      sent.outbox.push(...messages.map((message) => message.body));
    },
  },
  BULK_QUEUE: {
    sendBatch: async (messages: { body: OutboxMessage }[]) => {
      sent.outbox.push(...messages.map((message) => message.body));
    },
  },
  PDF_QUEUE: {
    send: async (message: PdfMessage) => {
      sent.pdf.push(message);
    },
  },
  EMAIL: {
    send: async (mail: SentMail) => {
      sent.mail.push(mail);
    },
  },
} as unknown as Env;

/** The accounting sandbox stands where the network would be: the Worker's own `fetch` reaches it over HTTP messages. */
function connectAccounting(): void {
  const network = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(studioEnv.ACCOUNTING_URL)) return network(request);
    return sandbox.fetch(request, { LEDGER: ledger, ACCOUNTING_SECRET: studioEnv.ACCOUNTING_SECRET });
  });
}

/** One statement for each row. */
export function insertsOf(db: D1Database, table: string, rows: readonly Row[]): D1PreparedStatement[] {
  return rows.map((row) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    return db
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
      .bind(...Object.values(row));
  });
}

async function fill(db: D1Database, tables: Record<string, Row[]>): Promise<void> {
  await db.batch(Object.entries(tables).flatMap(([table, rows]) => insertsOf(db, table, rows)));
}

/** The shard of each show. */
export const shardOf = { [showIds.alpha]: env.SHOWS_0, [showIds.bravo]: env.SHOWS_1 } as const;
export type ShowId = keyof typeof shardOf;

let opened: Promise<void> | null = null;

/** Two studios, two shows on two shards, people of each role, and the accounting sandbox's books; once a file. */
export function openStudio(): Promise<void> {
  opened ??= fillStudio();
  return opened;
}

async function fillStudio(): Promise<void> {
  compareCheaply();
  // Between two tries to reach accounting.
  skipPauses(200, 800);
  connectAccounting();
  await fill(env.DIRECTORY, directoryRows(passwordHash));
  await fill(env.SHOWS_0, showRows(showIds.alpha));
  await fill(env.SHOWS_1, showRows(showIds.bravo));
  await loadBooks(ledger);
}

/** Rows of a show's shard; `?` are bound. */
export async function rowsOf<T = Record<string, unknown>>(
  showId: ShowId,
  query: string,
  ...values: (string | number | null)[]
): Promise<T[]> {
  const { results } = await shardOf[showId]
    .prepare(query)
    .bind(...values)
    .all<T>();
  return results;
}

type SqlValue = string | number | null;

/** Rows of a statement whose values stand where they are bound. */
const sqlOn =
  (database: D1Database) =>
  async <T = Record<string, unknown>>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<T[]> => {
    const { results } = await database
      .prepare(text.join('?'))
      .bind(...values)
      .all<T>();
    return results;
  };

/** One statement for a database: `` sql.alpha`SELECT id FROM documents WHERE number = ${number}` ``. */
export const sql = {
  alpha: sqlOn(env.SHOWS_0),
  bravo: sqlOn(env.SHOWS_1),
  directory: sqlOn(env.DIRECTORY),
  ledger: sqlOn(ledger),
};

/** Merges settings into the show's stored ones, as the settings screen would. */
export async function setSettings(showId: ShowId, settings: Record<string, unknown>): Promise<void> {
  await rowsOf(
    showId,
    'UPDATE show_settings SET settings = json_patch(settings, ?) WHERE show_id = ?',
    JSON.stringify(settings),
    showId,
  );
}

/** Told of each answer before the work that outlives it is waited for. */
export const watch = { answered: (): void => undefined };

/** One request to the Worker; resolves when the work that outlives the answer is done, too. */
export async function fetchWorker(request: Request): Promise<Response> {
  const context = createExecutionContext();
  const response = await worker.fetch(request, studioEnv, context);
  watch.answered();
  await waitOnExecutionContext(context);
  return response;
}

/** What the sandbox's ledger holds of a document. */
export async function pushesOf(docId: string): Promise<{ kind: string; total_cents: number }[]> {
  const { results } = await ledger
    .prepare('SELECT kind, total_cents FROM ledger_entries WHERE doc_id = ? ORDER BY seq')
    .bind(docId)
    .all<{ kind: string; total_cents: number }>();
  return results;
}

/** Makes the sandbox refuse the next pushes of a system. */
export async function failPushes(system: keyof typeof licenses, message: string, times = 1): Promise<void> {
  await ledger
    .prepare(
      `INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
       VALUES (?, 'po.push', 'FAIL', ?, 422, ?, 0)`,
    )
    .bind(licenses[system], times, message)
    .run();
}

/** Who is asked to approve this document of the first show, by id. */
export async function waitingFor(documentId: string): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    'alpha1',
    'SELECT user_id FROM waiting_approvals WHERE document_id = ? ORDER BY user_id',
    documentId,
  );
  return rows.map((row) => row.user_id);
}
