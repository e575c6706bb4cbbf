import { codes, type Code } from '#domain/codes';
import { countTrips } from '../worker/database/counting-d1.ts';
import { ledger } from '../worker/accounting/sandbox.ts';
import { sent, studioEnv } from '../worker/fixtures/studio.ts';
import type { Call } from './calls.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Parts of a stack trace or a database error, which an answer must never contain. */
const internals = /D1_ERROR|SQLITE_|no such (table|column)|node_modules|\.ts:\d|\n\s+at \w/;
/** HTML pages for users without a session. */
const pages = /^\/(api\/auth|pages\/(pdf|approve))\//;

function codeOf({ text }: ApiResponse): { code: string; fields: string[] } | null {
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    return { code: String(body?.['code']), fields: Object.keys(body ?? {}) };
  } catch {
    return null;
  }
}

/** Fields that an answer may have in addition to code, message and errors (DEC-03, DEC-30, DEC-45, DEC-55). */
const extraFields = new Set([
  'code',
  'message',
  'errors',
  'success',
  'data',
  'error',
  'approved',
  'nextId',
  'document',
  'contentVersion',
  'changes',
]);

function refusalFault(call: Call, response: ApiResponse): string | null {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (call.method === 'HEAD') return null;
  if (pages.test(call.path) && type.startsWith('text/html')) return null;
  const refusal = type.includes('json') ? codeOf(response) : null;
  if (!refusal) return `a refusal without a code: ${status} ${type}`;
  // An invalid key, or one used before for another request (DEC-99).
  const isKey = refusal.code === 'invalid_parameter' && status === 422;
  const isKnown = Object.hasOwn(codes, refusal.code) && (isKey || codes[refusal.code as Code] === status);
  if (!isKnown) return `not in the catalogue: ${status} ${refusal.code}`;
  const odd = refusal.fields.filter((field) => !extraFields.has(field));
  return odd.length > 0 ? `fields of a refusal: ${odd.join()}` : null;
}

/** Returns the violation of an answer; null when it is as documented. */
export function faultOf(call: Call, response: ApiResponse): string | null {
  const { status, headers, text } = response;
  if (status >= 500) return `${status} ${text.slice(0, 100)}`;
  if (internals.test(text)) return `tells of its insides: ${text.slice(0, 200)}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'without nosniff';
  if (status >= 400) return refusalFault(call, response);
  return call.mustRefuse ? `took what its schema refuses: ${status}` : null;
}

/** A refused sign-in may only store the attempt (DEC-05). */
const allowedWrite = /^\s*(insert into|delete from|update) "?sign_in_attempts"?/i;

/**
 * Records the writes of the Worker: changed rows as the databases count them (a failed batch has none), files,
 * messages, accounting entries. `takeWrites` returns the writes since the last call; `stop` ends the recording.
 */
export async function watchWrites(): Promise<{ takeWrites: () => Promise<string[]>; stop: () => void }> {
  const { statements, stop } = countTrips();
  const bucket = studioEnv.FILES;
  let files: string[] = [];
  studioEnv.FILES = new Proxy(bucket, {
    get: (_, name) => {
      if (name === 'put' || name === 'delete') files.push(`file ${name}`);
      const own: unknown = Reflect.get(bucket, name, bucket);
      return typeof own === 'function' ? (own.bind(bucket) as unknown) : own;
    },
  });
  const outside = async () => {
    const entries = await ledger.prepare('SELECT count(*) AS n FROM ledger_entries').first<number>('n');
    return `outbox ${sent.outbox.length}, pdf ${sent.pdf.length}, mail ${sent.mail.length}, books ${entries}`;
  };
  let seen = 0;
  let before = await outside();
  return {
    takeWrites: async () => {
      const rows = statements
        .slice(seen)
        .filter(({ rowsWritten, sql }) => rowsWritten > 0 && !allowedWrite.test(sql))
        .map(({ sql }) => sql.replaceAll(/\s+/g, ' ').slice(0, 100));
      const after = await outside();
      const found = [...rows, ...files, ...(after === before ? [] : [`${before} -> ${after}`])];
      [seen, files, before] = [statements.length, [], after];
      return found;
    },
    stop: () => {
      stop();
      studioEnv.FILES = bucket;
    },
  };
}
