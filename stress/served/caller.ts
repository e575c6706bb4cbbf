import { request as requests } from '@playwright/test';
import { person, showId } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';

/** A response; a body that is not JSON is its text. */
export interface Answer {
  status: number;
  body: unknown;
}

interface Call {
  body?: unknown;
  /** Idempotency key: a repetition is the same request (DEC-99). */
  key?: string;
}

/** A signed-in user whose calls also return refusals. */
export interface Caller {
  name: string;
  showId: string;
  /** The same user; throws on a refusal. */
  api: Person;
  /** Returns null without an answer. */
  call: (method: string, path: string, call?: Call) => Promise<Answer | null>;
}

/** Timeout of a call in milliseconds. */
const timeoutMs = 30_000;

/** Signs users in, by default to the same show. The sessions survive a restart of the server. */
export async function callers(address: string, names: readonly string[], show = showId): Promise<Caller[]> {
  const request = await requests.newContext({ baseURL: address });
  try {
    return await Promise.all(
      names.map(async (name) => {
        const api = await person(request, address, `${name}@backlot.example`, show);
        return callerOf(address, { name, showId: show, api });
      }),
    );
  } finally {
    await request.dispose();
  }
}

async function callerOf(address: string, who: Omit<Caller, 'call'>): Promise<Caller> {
  const { cookie } = who.api;
  const { csrfToken } = await who.api.get<{ csrfToken: string }>('/api/sessions/login-context');
  const call = async (method: string, path: string, { body, key }: Call = {}): Promise<Answer | null> => {
    const headers = {
      cookie,
      'x-csrf-token': csrfToken,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      const payload = body === undefined ? null : JSON.stringify(body);
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(address + path, { method, headers, body: payload, signal });
      return { status: response.status, body: bodyOf(await response.text()) };
    } catch {
      return null;
    }
  };
  return { ...who, call };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
