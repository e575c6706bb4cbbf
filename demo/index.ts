import * as v from 'valibot';
import { makeAssets } from './assets.ts';
import { seedBooks, seedStudio, seedVolume } from './seed.ts';

/** The databases and the bucket of the demo, named as the bindings of the API Worker. */
export interface DemoEnv {
  DIRECTORY: D1Database;
  SHOWS_0: D1Database;
  SHOWS_1: D1Database;
  LEDGER: D1Database;
  FILES: R2Bucket;
}

const request = v.object({
  documents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000)), 0),
  isEmpty: v.optional(v.boolean(), false),
});

/**
 * `POST /seed {documents?, isEmpty?}` returns one JSON object per line: progress, then `{done: true}` or `{error}`.
 * Leaves an existing studio or volume show alone and reports that. `isEmpty`: only the accounting data of the licenses,
 * without a studio.
 */
export default {
  async fetch(call, env) {
    if (new URL(call.url).pathname !== '/seed' || call.method !== 'POST')
      return new Response(null, { status: 404 });
    const parsed = v.safeParse(request, await call.json());
    if (!parsed.success) return Response.json({ error: 'Bad seed request' }, { status: 400 });
    const { documents, isEmpty } = parsed.output;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const sendLine = (line: object): Promise<void> =>
      writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    const work = async (): Promise<void> => {
      const assets = await makeAssets();
      const order = { seed: 'backlot', anchor: Date.now(), assets };
      await sendLine(await (isEmpty ? seedBooks(env, order) : seedStudio(env, order)));
      if (documents > 0) await seedVolume(env, { ...order, documents }, sendLine);
      await sendLine({ done: true });
    };
    void work()
      .catch((error: unknown) => sendLine({ error: error instanceof Error ? error.message : String(error) }))
      .finally(() => void writer.close());
    return new Response(readable, { headers: { 'Content-Type': 'application/x-ndjson' } });
  },
} satisfies ExportedHandler<DemoEnv>;
