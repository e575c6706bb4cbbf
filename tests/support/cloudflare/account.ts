import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { databases } from './databases.ts';
import { pages } from './pages.ts';
import { things } from './things.ts';
import { workers } from './workers.ts';

/** What a route of the account is given. */
export interface Call {
  method: string;
  /** Below the account: `/d1/database`. */
  path: string;
  query: URLSearchParams;
  body: string;
  /** Of a multipart body: each part as text. */
  form: () => Promise<Map<string, string>>;
}

interface Result {
  result: unknown;
  info?: unknown;
}

/** With Cloudflare's own code. */
interface Fault {
  code: number;
  message: string;
  status?: number;
}

/** `null`: not of this part. */
export type Answer = Result | Fault | null;
export type Part = (call: Call) => Answer | Promise<Answer>;

interface Account {
  databases: ReturnType<typeof databases>;
  things: ReturnType<typeof things>;
  workers: ReturnType<typeof workers>;
  pages: ReturnType<typeof pages>;
  /** Calls that it did not know. */
  strange: string[];
  /** What leads wrangler here. */
  environment: Record<string, string>;
  close: () => void;
}

/**
 * An account of Cloudflare on loopback, as far as a deployment asks it: databases are SQLite, what was uploaded is kept to be
 * looked at, and a call it does not know is an error and is remembered.
 */
export async function openAccount(): Promise<Account> {
  const account = { databases: databases(), things: things(), workers: workers(), pages: pages() };
  const parts: Part[] = Object.values(account).map(({ answer }) => answer);
  const strange: string[] = [];
  const server = createServer((request, response) => {
    void reply(request, response, parts, strange);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...account,
    strange,
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: 'a'.repeat(32),
      CLOUDFLARE_API_TOKEN: 'token-of-the-test',
    },
    close: () => {
      server.close();
    },
  };
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  parts: readonly Part[],
  strange: string[],
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
    form: () => partsOf(bytes, request.headers['content-type'] ?? ''),
  };
  let answer: Answer = null;
  for (const part of parts) answer ??= await part(call);
  if (answer === null) strange.push(`${call.method} ${call.path}${url.search} ${call.body.slice(0, 200)}`);
  const said = answer ?? { code: 7003, message: `No route for ${call.method} ${call.path}`, status: 404 };
  if ('code' in said) {
    const { code, message, status = 400 } = said;
    send(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });
  } else {
    const { result, info } = said;
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
