import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { signatureOf } from './signature.ts';

export interface ClientOptions {
  /** Without a trailing slash, e.g. `https://accounting.example/v1`. */
  baseUrl: string;
  secret: string;
  fetch: (request: Request) => Promise<Response>;
  /** Time limit of one attempt, including its response. */
  timeLimitMs: number;
  attempts: number;
  /** The wait before each further attempt; the last one repeats. */
  pausesMs: readonly number[];
}

export interface Call {
  method: 'GET' | 'POST';
  /** Relative to the base URL, encoded, with its query. */
  path: string;
  body?: unknown;
  /** Every posting has one, so that a retry cannot post twice. */
  idempotencyKey?: string;
}

interface ClientResponse {
  status: number;
  body: unknown;
}

const timeoutMessage = 'The accounting system did not respond in time.';
const unreachableMessage = 'The accounting system could not be reached.';
const unreadableMessage = 'The accounting system sent a response that Backlot cannot read.';
const maxMessageLength = 500;

/** Thrown by every failing call (AC-04). */
export class AccountingFailure extends Refusal {
  /**
   * True when accounting rejected the request: a retry gives the same result. False when it was not reached, failed, or
   * sent an unreadable response: the request may have been executed, and a retry may help.
   */
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super('accounting_interface_error', { message });
    this.refused = refused;
  }
}

/** 4xx except the three that mean "later". */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function messageIn(body: unknown): string | null {
  const result = v.safeParse(v.object({ message: v.pipe(v.string(), v.trim(), v.minLength(1)) }), body);
  return result.success ? result.output.message.slice(0, maxMessageLength) : null;
}

async function attempt(options: ClientOptions, call: Call, body: string): Promise<ClientResponse> {
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
      // A signature is valid for one address, so a redirect is an error.
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

function networkFailure(error: unknown): AccountingFailure {
  const isTimeOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return new AccountingFailure(isTimeOut ? timeoutMessage : unreachableMessage, false);
}

/** Retries only when the system may not have executed the call: after a network error, a timeout or 5xx. */
async function callWithRetries(options: ClientOptions, call: Call): Promise<ClientResponse> {
  const body = call.method === 'POST' ? JSON.stringify(call.body ?? {}) : '';
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const isLast = attemptNumber >= options.attempts;
    try {
      const response = await attempt(options, call, body);
      if (response.status < 500 || isLast) return response;
    } catch (error) {
      if (isLast) throw networkFailure(error);
    }
    await scheduler.wait(options.pausesMs[attemptNumber - 1] ?? options.pausesMs.at(-1) ?? 0);
  }
}

function parseResponse<T>(schema: v.GenericSchema<unknown, T>, response: ClientResponse): T {
  if (response.status < 200 || response.status > 299) {
    const message =
      messageIn(response.body) ?? `The accounting system responded with status ${response.status}.`;
    throw new AccountingFailure(message, isRefusal(response.status));
  }
  const result = v.safeParse(schema, response.body);
  if (!result.success) throw new AccountingFailure(unreadableMessage, false);
  return result.output;
}

/**
 * Signed calls with a time limit, and at most `attempts` of them under one idempotency key (DEC-61). Throws
 * `AccountingFailure` for every failure (AC-04).
 */
export function accountingClient(options: ClientOptions) {
  return {
    ask: async <T>(schema: v.GenericSchema<unknown, T>, call: Call): Promise<T> =>
      parseResponse(schema, await callWithRetries(options, call)),
    /** As `ask`, but returns null for a 404 of the system itself. A 404 page of another server is an error. */
    find: async <T>(schema: v.GenericSchema<unknown, T>, call: Call): Promise<T | null> => {
      const response = await callWithRetries(options, call);
      return response.status === 404 && messageIn(response.body) !== null
        ? null
        : parseResponse(schema, response);
    },
  };
}

export type AccountingClient = ReturnType<typeof accountingClient>;
