import { request as requests } from '@playwright/test';
import { person, showId } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';

/** What came back; a body that is no JSON is its text. */
export interface Answer {
  status: number;
  body: unknown;
}

interface Call {
  body?: unknown;
  /** The same key again is the same request again (DEC-99). */
  key?: string;
}

/** Somebody signed in, who also looks at refusals. */
export interface Caller {
  name: string;
  showId: string;
  /** The same person, who throws whatever is refused. */
  api: Person;
  /** Null when nobody answered. */
  call: (method: string, path: string, call?: Call) => Promise<Answer | null>;
}

/** How long anybody waits for an answer, in milliseconds. */
const timeoutMs = 30_000;

/** Signs people in, all in one show unless told otherwise. The sessions outlive the server. */
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
