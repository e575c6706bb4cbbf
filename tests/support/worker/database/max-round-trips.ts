import { measureCost } from './counting-d1.ts';
import type { Answer } from '../fixtures/client.ts';

/** Makes one request when called. */
export type Request = () => Promise<Answer<unknown>>;

/** Returns the names of the requests that fail or need more than `most` round trips, with the number. */
export async function requestsOverMaxTrips(
  most: number,
  requests: Record<string, Request>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const { answer, cost } = await measureCost(request);
    if (answer.status >= 300) found.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (cost.trips > most) found.push(`${name}: ${cost.trips}`);
  }
  return found;
}
