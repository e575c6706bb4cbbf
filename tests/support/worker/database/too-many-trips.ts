import { costing } from './counting-d1.ts';
import type { Answer } from '../fixtures/client.ts';

/** One request, not yet made. */
export type Request = () => Promise<Answer<unknown>>;

/** Those of the requests that fail, or need more than `most` round trips, each with how many. */
export async function tooMany(most: number, requests: Record<string, Request>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const { answer, cost } = await costing(request);
    if (answer.status >= 300) found.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (cost.trips > most) found.push(`${name}: ${cost.trips}`);
  }
  return found;
}
