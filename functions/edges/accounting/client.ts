import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { signatureOf } from './signature.ts';

export interface ClientOptions {
  /** Without a slash at its end, e.g. `https://accounting.example/v1`. */
  baseUrl: string;
  secret: string;
  fetch: (request: Request) => Promise<Response>;
  /** How long one attempt may take, its answer included. */
  timeLimitMs: number;
  attempts: number;
  /** The wait before each further attempt; the last one is used again when they run out. */
  pausesMs: readonly number[];
}

export interface Call {
  method: 'GET' | 'POST';
  /** Below the base URL, encoded, with its query. */
  path: string;
  body?: unknown;
  /** Every posting has one, so that a repeated attempt cannot post twice. */
  idempotencyKey?: string;
}

interface Answer {
  status: number;
  body: unknown;
}

const silent = 'The accounting system did not respond in time.';
const unreachable = 'The accounting system could not be reached.';
const unreadable = 'The accounting system sent a response that Backlot cannot read.';
const longestMessage = 500;

/** What every failing call throws (AC-04). */
export class AccountingFailure extends Refusal {
  /**
   * True when accounting looked at the request and said no: asking again says the same. False when it was not reached,
   * failed itself, or answered what cannot be read: it may have done the work or not, and asking again may help.
   */
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super('accounting_interface_error', { message });
    this.refused = refused;
  }
}

/** 4xx, but for the three that mean "later". */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function messageIn(body: unknown): string | null {
  const result = v.safeParse(v.object({ message: v.pipe(v.string(), v.trim(), v.minLength(1)) }), body);
  return result.success ? result.output.message.slice(0, longestMessage) : null;
}

async function attempt(options: ClientOptions, call: Call, body: string): Promise<Answer> {
  const url = new URL(options.baseUrl + call.path);
  const timestamp = Math.floor(Date.now() / 1000);
  const idempotencyKey = call.idempotencyKey ?? '';
  const headers = new Headers({ Accept: 'application/json', 'X-Backlot-Timestamp': String(timestamp) });
  if (call.method === 'POST') headers.set('Content-Type', 'application/json');
  if (idempotencyKey !== '') headers.set('Idempotency-Key', idempotencyKey);
  const signable = { method: call.method, url, timestamp, idempotencyKey, body };
  headers.set('X-Backlot-Signature', await signatureOf(options.secret, signable));
  const response = await options.fetch(
    new Request(url, {
      method: call.method,
      headers,
      // A signature is for one address: a redirect is an error, not a way.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeLimitMs),
      ...(call.method === 'POST' ? { body } : {}),
    }),
  );
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}

function ofNetwork(error: unknown): AccountingFailure {
  const isTimeOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return new AccountingFailure(isTimeOut ? silent : unreachable, false);
}

/** Tries again only where the system may not have worked at all: the network, the time limit, and 5xx. */
async function persist(options: ClientOptions, call: Call): Promise<Answer> {
  const body = call.method === 'POST' ? JSON.stringify(call.body ?? {}) : '';
  for (let turn = 1; ; turn += 1) {
    const isLast = turn >= options.attempts;
    try {
      const answer = await attempt(options, call, body);
      if (answer.status < 500 || isLast) return answer;
    } catch (error) {
      if (isLast) throw ofNetwork(error);
    }
    await scheduler.wait(options.pausesMs[turn - 1] ?? options.pausesMs.at(-1) ?? 0);
  }
}

function checked<T>(schema: v.GenericSchema<unknown, T>, answer: Answer): T {
  if (answer.status < 200 || answer.status > 299) {
    const message = messageIn(answer.body) ?? `The accounting system responded with status ${answer.status}.`;
    throw new AccountingFailure(message, isRefusal(answer.status));
  }
  const result = v.safeParse(schema, answer.body);
  if (!result.success) throw new AccountingFailure(unreadable, false);
  return result.output;
}

/**
 * Signed calls with a time limit, and at most `attempts` of them under one idempotency key (DEC-61). Whatever goes wrong
 * becomes an `AccountingFailure` (AC-04).
 */
export function accountingClient(options: ClientOptions) {
  return {
    ask: async <T>(schema: v.GenericSchema<unknown, T>, call: Call): Promise<T> =>
      checked(schema, await persist(options, call)),
    /** As `ask`, with null when the system itself says 404: a page that is not the system's is an error. */
    find: async <T>(schema: v.GenericSchema<unknown, T>, call: Call): Promise<T | null> => {
      const answer = await persist(options, call);
      return answer.status === 404 && messageIn(answer.body) !== null ? null : checked(schema, answer);
    },
  };
}

export type AccountingClient = ReturnType<typeof accountingClient>;
