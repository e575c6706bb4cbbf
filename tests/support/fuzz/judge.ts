import { codes, type Code } from '#domain/codes';
import { countTrips } from '../worker/database/counting-d1.ts';
import { ledger } from '../worker/accounting/sandbox.ts';
import { sent, studioEnv } from '../worker/fixtures/studio.ts';
import type { Call } from './calls.ts';

export interface Heard {
  status: number;
  headers: Headers;
  text: string;
}

/** What a stack trace or a database tells, and an answer never does. */
const insides = /D1_ERROR|SQLITE_|no such (table|column)|node_modules|\.ts:\d|\n\s+at \w/;
/** Answers for people, who come without a session. */
const pages = /^\/(api\/auth|pages\/pdf)\//;

function codeOf({ text }: Heard): { code: string; fields: string[] } | null {
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    return { code: String(body?.['code']), fields: Object.keys(body ?? {}) };
  } catch {
    return null;
  }
}

/** Fields that an answer may have beside its code, message and errors (DEC-03, DEC-30, DEC-45, DEC-55). */
const further = new Set([
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

function refusalFault(call: Call, heard: Heard): string | null {
  const { status, headers } = heard;
  const type = headers.get('content-type') ?? '';
  if (call.method === 'HEAD') return null;
  if (pages.test(call.path) && type.startsWith('text/html')) return null;
  const said = type.includes('json') ? codeOf(heard) : null;
  if (!said) return `a refusal without a code: ${status} ${type}`;
  // DEC-99: a key that came with another request before, or is none.
  const isKey = said.code === 'invalid_parameter' && status === 422;
  const isKnown = Object.hasOwn(codes, said.code) && (isKey || codes[said.code as Code] === status);
  if (!isKnown) return `not in the catalogue: ${status} ${said.code}`;
  const odd = said.fields.filter((field) => !further.has(field));
  return odd.length > 0 ? `fields of a refusal: ${odd.join()}` : null;
}

/** What is wrong with an answer; null when it is as the catalogue has it. */
export function faultOf(call: Call, heard: Heard): string | null {
  const { status, headers, text } = heard;
  if (status >= 500) return `${status} ${text.slice(0, 100)}`;
  if (insides.test(text)) return `tells of its insides: ${text.slice(0, 200)}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'without nosniff';
  if (status >= 400) return refusalFault(call, heard);
  return call.mustRefuse ? `took what its schema refuses: ${status}` : null;
}

/** Of what a refused sign-in may leave there is only that it was tried (DEC-05). */
const mayStay = /^\s*(insert into|delete from|update) "?sign_in_attempts"?/i;

/**
 * Watches what the Worker writes: rows as the databases count them (what a failed batch takes back is none), files,
 * messages, entries of the books. `left` tells what came since it was asked last; `stop` ends the watch.
 */
export async function watchWrites(): Promise<{ left: () => Promise<string[]>; stop: () => void }> {
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
    left: async () => {
      const rows = statements
        .slice(seen)
        .filter(({ rowsWritten, sql }) => rowsWritten > 0 && !mayStay.test(sql))
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
