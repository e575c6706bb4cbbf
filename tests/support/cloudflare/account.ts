import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { databases } from './databases.ts';
import { pages } from './pages.ts';
import { bucketsAndQueues } from './buckets-and-queues.ts';
import { redirects } from './redirects.ts';
import { workers } from './workers.ts';

/** A request to the fake API, as a route receives it. */
export interface Call {
  method: string;
  /** The path below the account: `/d1/database`. */
  path: string;
  query: URLSearchParams;
  body: string;
  bytes: Uint8Array;
  /** Of a bucket, which is not found in another one. */
  jurisdiction?: string | null;
  /** The parts of a multipart body as text. */
  form: () => Promise<Map<string, string>>;
}

interface Result {
  result: unknown;
  info?: unknown;
}

/** An error with Cloudflare's own code. */
interface Fault {
  code: number;
  message: string;
  status?: number;
}

/** `null`: the route belongs to another part. */
export type Answer = Result | Fault | { bytes: Uint8Array } | null;
export type Part = (call: Call) => Answer | Promise<Answer>;

const accountId = 'a'.repeat(32);

/** What happens to a request: its failure before or after it is done. */
type Interruption = 'before' | 'after' | null;

export interface Account {
  databases: ReturnType<typeof databases>;
  bucketsAndQueues: ReturnType<typeof bucketsAndQueues>;
  workers: ReturnType<typeof workers>;
  pages: ReturnType<typeof pages>;
  redirects: ReturnType<typeof redirects>;
  /** Calls of unknown routes. */
  unknownCalls: string[];
  answer: (call: Call) => Promise<Answer>;
  /** Names of the migrations of a database. */
  migrationsOf: (database: string) => string[];
  /** Set by a test that makes requests fail. */
  interrupt: (call: Call) => Interruption;
  /** Environment variables that direct wrangler to this account. */
  environment: Record<string, string>;
  close: () => void;
}

/**
 * Starts a fake Cloudflare account on loopback with what a deployment needs: databases are SQLite, uploads are stored
 * for inspection, and an unknown call is recorded and fails.
 */
export async function openAccount(onUnknown?: (call: string) => void): Promise<Account> {
  const account = {
    databases: databases(),
    bucketsAndQueues: bucketsAndQueues(),
    workers: workers(),
    pages: pages(),
    redirects: redirects(),
  };
  const parts: Part[] = [...Object.values(account).map(({ answer }) => answer), ofUser];
  const unknownCalls: string[] = [];
  const answer = async (call: Call) => {
    let found: Answer = null;
    for (const part of parts) found ??= await part(call);
    if (found === null) {
      const text = `${call.method} ${call.path} ${call.body.slice(0, 200)}`;
      unknownCalls.push(text);
      onUnknown?.(text);
    }
    return found;
  };
  const opened = { ...account, unknownCalls, answer, interrupt: (): Interruption => null };
  const server = createServer((request, response) => {
    void reply(request, response, opened);
  });
  // On a busy machine a client may reuse a connection just as the server closes it.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(opened, {
    migrationsOf: (database: string) => migrationsOf(account.databases, database),
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: accountId,
      CLOUDFLARE_API_TOKEN: 'token-of-the-test',
    },
    close: () => {
      server.close();
    },
  });
}

/** What `wrangler whoami` prints. */
function ofUser({ path }: Call): Answer {
  const account = { id: accountId, name: 'Practice account' };
  const results: Record<string, unknown> = {
    '/user/tokens/verify': { id: 'token', status: 'active' },
    '/user': { id: 'user', email: 'operator@example.com' },
    '/accounts': [account],
    '/memberships': [{ id: 'membership', account, roles: ['Administrator'] }],
  };
  const result = results[path];
  return result === undefined ? null : { result };
}

function migrationsOf(all: Account['databases'], database: string): string[] {
  const tables = all.rows(database, "SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'");
  if (tables.length === 0) return [];
  return all.rows(database, 'SELECT name FROM d1_migrations ORDER BY name').map((row) => String(row['name']));
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  account: Pick<Account, 'answer' | 'interrupt'>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const call: Call = {
    method: request.method ?? 'GET',
    path: url.pathname.replace(/^\/client\/v4(\/accounts\/a{32})?/, ''),
    query: url.searchParams,
    body: bytes.toString(),
    bytes,
    jurisdiction: request.headers['cf-r2-jurisdiction']?.toString() ?? null,
    form: () => partsOf(bytes, request.headers['content-type'] ?? ''),
  };
  const interruption = account.interrupt(call);
  const done = interruption === 'before' ? null : await account.answer(call);
  const answer = interruption === null ? done : { code: 10_000, message: 'interrupted', status: 500 };
  const answerBody = answer ?? {
    code: 7003,
    message: `No route for ${call.method} ${call.path}`,
    status: 404,
  };
  if ('bytes' in answerBody) response.end(answerBody.bytes);
  else if ('code' in answerBody) {
    const { code, message, status = 400 } = answerBody;
    send(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });
  } else {
    const { result, info } = answerBody;
    send(response, 200, {
      success: true,
      errors: [],
      messages: [],
      result,
      ...(info !== undefined && { result_info: info }),
    });
  }
}

async function partsOf(bytes: Buffer, type: string): Promise<Map<string, string>> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const parts = [...form].map(
    async ([name, part]) => [name, part instanceof File ? await part.text() : part] as const,
  );
  return new Map(await Promise.all(parts));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
