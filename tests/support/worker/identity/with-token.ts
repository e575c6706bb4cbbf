import { scopeNames } from '#domain/identity/api-token';
import type { OwnToken, Scope } from '#domain/identity/api-token';
import { as } from '../fixtures/client.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { fetchWorker, origin, sql } from '../fixtures/studio.ts';

/** Creates an API token of that user, with all scopes by default. */
export async function tokenOf(
  name: PersonName,
  own: { scopes?: readonly Scope[]; showId?: string; days?: number } = {},
): Promise<OwnToken & { token: string }> {
  const draft = { name: 'Ledger', scopes: scopeNames, days: 30, ...own };
  const { status, body } = await as(name).post<OwnToken & { token: string }>('/api/tokens', draft);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Calls with a token and without a cookie. */
export async function callWith(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const json = body === undefined ? null : JSON.stringify(body);
  const answer = await fetchWorker(
    new Request(origin + path, {
      method,
      body: json,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== null && {
          'content-type': 'application/json',
          'content-length': String(new TextEncoder().encode(json).length),
        }),
        ...headers,
      },
    }),
  );
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

/** Status and code of a refused call. */
export const tokenRefusal = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body['code'],
];

/** Returns the status of a token's call for the purchase orders of a show. */
export async function statusOf(token: string, showId = 'alpha1'): Promise<number> {
  return (await callWith(token, 'POST', '/api/pos/filter', { showId })).status;
}

export async function expireToken(id: string): Promise<void> {
  await sql.directory`UPDATE api_tokens
    SET created_at = '2026-01-01T00:00:00.000Z', expires_at = '2026-01-02T00:00:00.000Z' WHERE id = ${id}`;
}
