import * as v from 'valibot';
import { codes, Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import { KeyTaken } from '#store/open';
import type { Write } from '#store/open';
import { insertRepeat, keepRefusal, readRepeat } from '#store/show/repeats';
import type { ShowContext } from './context.ts';
import { sha256 } from '#store/hash';

/** A request that may come twice: its `Idempotency-Key` and what it asked for (DEC-99). */
export interface Repeat {
  key: string;
  /** Method, path and body in one hash. */
  requestHash: string;
}

/** Whose request it is, and where its answer is kept. */
type Asked = Pick<ShowContext, 'store' | 'user' | 'now'>;

/** The key of a request, or null without one. Throws 422 `invalid_parameter` for a key outside 24 to 255 characters. */
export function repeatOf(
  key: string | undefined,
  request: { method: string; path: string; body: unknown },
): Repeat | null {
  if (key === undefined) return null;
  if (key.length < 24 || key.length > 255)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'An Idempotency-Key has 24 to 255 characters.',
    });
  return { key, requestHash: sha256(JSON.stringify([request.method, request.path, request.body])) };
}

/**
 * Does `work` once for its key: a second request gets the first one's answer (DEC-99). `work` puts what `keep` makes of
 * its answer into the batch of its own write, so that there is never one without the other; when two requests meet, the
 * loser's batch fails with `KeyTaken`. A refusal that came after the write (DEC-03) is kept too, and thrown again.
 * Throws 422 `invalid_parameter` when the key came with another request before.
 */
export async function once<Answer>(
  context: Asked,
  repeat: Repeat | null,
  work: (keep: (answer: Answer) => Write[]) => Promise<Answer>,
): Promise<Answer> {
  const before = await answered(context, repeat);
  if (before) return before.answer as Answer;
  try {
    return await work((answer) => keepAnswer(context, repeat, answer));
  } catch (error) {
    if (repeat && error instanceof Refusal && error.code === 'accounting_interface_error') {
      await keepRefusal(context.store, context.user.id, repeat.key, error.status, JSON.stringify(error));
      throw error;
    }
    // A twin of this request may have been first: what it did is then why this one was refused.
    if (error instanceof KeyTaken || error instanceof Refusal) {
      const first = await answered(context, repeat);
      if (first) return first.answer as Answer;
    }
    throw error;
  }
}

/** Writes what `keep` made for a deed that had no batch of its own here. */
export async function writeKept({ store }: Pick<Asked, 'store'>, kept: readonly Write[]): Promise<void> {
  if (kept.length > 0) await store.write(kept);
}

/** What a refusal is made of, kept as it was said. */
const keptRefusal = v.object({
  code: v.picklist(Object.keys(codes) as Code[]),
  detail: v.record(v.string(), v.unknown()),
});

async function answered(context: Asked, repeat: Repeat | null): Promise<{ answer: unknown } | null> {
  if (!repeat) return null;
  const row = await context.store.foreseen.ask(readRepeat, context.store, context.user.id, repeat.key);
  if (!row) return null;
  if (row.requestHash !== repeat.requestHash)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'This Idempotency-Key came with another call before.',
    });
  if (row.status >= 400) {
    const { code, detail } = v.parse(keptRefusal, JSON.parse(row.body));
    throw new Refusal(code, detail);
  }
  return { answer: JSON.parse(row.body) };
}

function keepAnswer(context: Asked, repeat: Repeat | null, answer: unknown): Write[] {
  if (!repeat) return [];
  return [
    insertRepeat(context.store, {
      showId: context.store.showId,
      userId: context.user.id,
      key: repeat.key,
      requestHash: repeat.requestHash,
      status: 200,
      body: JSON.stringify(answer),
      createdAt: context.now,
    }),
  ];
}
