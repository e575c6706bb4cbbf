import { expect, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { SentEvent, WebhookEvent } from '#domain/webhooks/webhook';
import type { EndpointWithSecret } from '#verbs/webhooks/manage-endpoints';
import type { Delivery } from '#verbs/webhooks/delivery-log';
import { runErrand } from '#verbs/jobs/run-job';
import { sweep } from '#verbs/jobs/sweep';
import { as } from './studio-client.ts';
import { sent, studioEnv, sql } from './studio.ts';

export const hook = 'https://hooks.example.com/backlot';
export const everything = { events: ['document.approved'], documentTypes: ['PO', 'INVOICE', 'PAYMENT'] };

/** What a receiver reads. */
interface Payload {
  id: string;
  type: SentEvent;
  timestamp: string;
  data: { document: { id: string; version: number; status: string } | null };
}

/** A request as it came to an endpoint. */
export interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came to endpoints, and what they answer: a status, or a failure of the network. */
export const network = { received: [] as Received[], answer: (): Response => new Response(null) };

/** Stands where the internet would be, for addresses at example.com; everything else goes on as before. */
export function connectEndpoints(): void {
  const spied = vi.mocked(globalThis.fetch);
  const before = spied.getMockImplementation();
  if (!before) throw new Error('the studio is not open');
  spied.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!new URL(request.url).hostname.endsWith('.example.com')) return before(request);
    network.received.push({
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    return network.answer();
  });
}

let endpoints = 0;

/** Registers an endpoint of its own address in the first show. */
export async function register(
  events: readonly WebhookEvent[],
  own: Record<string, unknown> = {},
): Promise<EndpointWithSecret> {
  endpoints += 1;
  const draft = { ...everything, url: `${hook}/${endpoints}`, events, ...own };
  const answer = await as('ada').post<EndpointWithSecret>('/api/webhooks?showId=alpha1', draft);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export async function remove({ id }: { id: string }): Promise<void> {
  expect((await as('ada').delete(`/api/webhooks/${id}`)).status).toBe(200);
}

export async function removeAll(): Promise<void> {
  const { body } = await as('ada').get<{ id: string }[]>('/api/webhooks?showId=alpha1');
  await Promise.all(body.map(remove));
}

export async function logOf({ id }: { id: string }): Promise<Delivery[]> {
  const answer = await as('ada').get<{ deliveries: Delivery[] }>(`/api/webhooks/${id}/deliveries`);
  expect(answer.status).toBe(200);
  return answer.body.deliveries;
}

/** Lets the clock be `minutes` later: the sweep passes, and what it sends for is carried out. */
export async function later(minutes: number): Promise<void> {
  const now = new Date(Date.now() + minutes * 60_000).toISOString();
  // Whoever is signed in stays so.
  await sql.directory`UPDATE sessions SET expires_at = '2099-01-01T00:00:00.000Z'`;
  sent.outbox.length = 0;
  await sweep(studioEnv, now);
  for (const message of sent.outbox.splice(0)) await runErrand(studioEnv, message, now);
}

/** What a receiver makes of it; throws for a signature that is not the secret's. */
export function opened({ headers, body }: Received, secret: string): Payload {
  return new Webhook(secret).verify(body, headers) as Payload;
}
