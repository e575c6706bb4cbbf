import * as v from 'valibot';
import { codes, Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import { log } from '#edges/log';
import { DuplicateKeyError } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { read } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import {
  storeAnswer,
  releaseKey,
  insertKey,
  storedAnswerQuery,
  reserveKey,
  underWay,
} from '#store/show/outbox/idempotency-keys';
import type { RepeatRow } from '#store/show/outbox/idempotency-keys';
import type { RequestContext } from './context.ts';
import { sha256 } from '#store/d1/sha256';

/** A request that may come twice: its `Idempotency-Key` and what it asked for (DEC-99). */
export interface Repeat {
  key: string;
  /** Method, path and body in one hash. */
  requestHash: string;
}

/** What a request with the same key has answered before. */
export type StoredAnswer = NonNullable<RowOf<ReturnType<typeof storedAnswerQuery>>>;

/** Reads the answer that is stored under the key of a request, if it has one. */
export const storedAnswerPlan = (
  { store, user }: Pick<RequestContext, 'store' | 'user'>,
  repeat: Repeat | null,
) => ({
  stored: repeat && storedAnswerQuery(store, user.id, repeat.key),
});

/** Whose request it is, and where its answer is kept. */
type Asked = Pick<RequestContext, 'store' | 'user' | 'now'>;

/** The key of a request, or null without one. Throws 422 `invalid_parameter` for a key outside 24 to 255 characters. */
export function repeatOf(
  key: string | undefined,
  request: { method: string; path: string; body: unknown },
): Repeat | null {
  if (key === undefined) return null;
  if (key.length < 24 || key.length > 255)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'An Idempotency-Key must have 24 to 255 characters.',
    });
  return { key, requestHash: sha256(JSON.stringify([request.method, request.path, request.body])) };
}

/**
 * Does `work` once for its key: a second request gets the first one's answer (DEC-99). `work` puts what `keep` makes of
 * its answer into the batch of its own write, so that there is never one without the other; when two requests meet, the
 * loser's batch fails with `DuplicateKeyError`. A refusal that came after the write (DEC-03) is kept too, and thrown again.
 * Throws 422 `invalid_parameter` when the key came with another request before.
 */
export async function once<Answer>(
  context: Asked,
  repeat: Repeat | null,
  stored: StoredAnswer | null,
  work: (keep: (answer: Answer) => Write[]) => Promise<Answer>,
): Promise<Answer> {
  const before = await answered(context, repeat, stored);
  if (before) return before.answer as Answer;
  try {
    return await work((answer) => keepAnswer(context, repeat, answer));
  } catch (error) {
    if (repeat && error instanceof Refusal && error.code === 'accounting_interface_error') {
      await storeAnswer(context.store, context.user.id, repeat.key, {
        status: error.status,
        body: JSON.stringify(error),
      });
      throw error;
    }
    // A twin of this request may have been first: what it did is then why this one was refused.
    if (error instanceof DuplicateKeyError || error instanceof Refusal) {
      const first = await answered(context, repeat, await storedNow(context, repeat));
      if (first) return first.answer as Answer;
    }
    throw error;
  }
}

/** A twin waits so long for the answer of the first request, and asks for it so often. */
const [longestWaitMs, everyMs] = [10_000, 250];
/** Whoever has had a key for so long has died with it. */
const leftAfterMs = 60_000;

/**
 * The same for a deed that no batch can undo, such as a letter: its key is taken before it is begun, and a twin that comes
 * meanwhile waits. A key whose deed failed is free again, and one that nobody has come back with is taken over after a
 * minute: then the deed may be done twice. Throws `WORKFLOW_CONFLICT` while nobody says what came of it.
 */
export async function withReservedKey<Answer>(
  context: Asked & Pick<RequestContext, 'later'>,
  repeat: Repeat | null,
  stored: StoredAnswer | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!repeat) return work();
  let row = stored;
  for (let waited = 0; waited < longestWaitMs; waited += everyMs) {
    const before = await answered(context, repeat, row);
    if (before) return before.answer as Answer;
    if (await reserveKey(context.store, rowOf(context, repeat, underWay, ''), leftBefore(context))) {
      const ended = carriedOut(context, repeat.key, work);
      // It ends although whoever asked may be gone.
      context.later(ended.catch(() => undefined));
      return ended;
    }
    // A concurrent duplicate was first: it answers for both, or leaves the key free.
    await pause(everyMs);
    row = await storedNow(context, repeat);
  }
  throw notEnded();
}

async function carriedOut<Answer>(
  { store, user }: Asked,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const lost = (error: unknown) =>
    log('error', 'repeat not kept', { show: store.showId, user: user.id }, error);
  const answer = await work().catch(async (error: unknown) => {
    await releaseKey(store, user.id, key).catch(lost);
    throw error;
  });
  // What is done is done, whether or not its key tells.
  await storeAnswer(store, user.id, key, { status: 200, body: JSON.stringify(answer) }).catch(lost);
  return answer;
}

const leftBefore = ({ now }: Asked) => new Date(Date.parse(now) - leftAfterMs).toISOString();
const notEnded = () =>
  new Refusal('WORKFLOW_CONFLICT', { message: 'The same request is still in progress.' });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Writes what `keep` made for a deed that had no batch of its own here. */
export async function writeKept({ store }: Pick<Asked, 'store'>, kept: readonly Write[]): Promise<void> {
  if (kept.length > 0) await store.write(kept);
}

/** What a refusal is made of, kept as it was said. */
const keptRefusal = v.object({
  code: v.picklist(Object.keys(codes) as Code[]),
  detail: v.record(v.string(), v.unknown()),
});

/** What is stored under the key of a request now. */
async function storedNow({ store, user }: Asked, repeat: Repeat | null): Promise<StoredAnswer | null> {
  return repeat && read(storedAnswerQuery(store, user.id, repeat.key));
}

/** Waits while this very request is being carried out elsewhere, until that counts as dead; then null. */
async function settled(
  context: Asked,
  repeat: Repeat,
  stored: StoredAnswer | null,
): Promise<StoredAnswer | null> {
  let row = stored;
  for (let waited = 0; ; waited += everyMs) {
    const isDuplicate = row?.status === underWay && row.requestHash === repeat.requestHash;
    if (isDuplicate && row && row.createdAt < leftBefore(context)) return null;
    if (!isDuplicate || waited >= longestWaitMs) return row;
    await pause(everyMs);
    row = await storedNow(context, repeat);
  }
}

async function answered(
  context: Asked,
  repeat: Repeat | null,
  stored: StoredAnswer | null,
): Promise<{ answer: unknown } | null> {
  const row = repeat && (await settled(context, repeat, stored));
  if (!row) return null;
  if (row.requestHash !== repeat.requestHash)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'This Idempotency-Key was already used for a different request.',
    });
  if (row.status === underWay) throw notEnded();
  if (row.status >= 400) {
    const { code, detail } = v.parse(keptRefusal, JSON.parse(row.body));
    throw new Refusal(code, detail);
  }
  return { answer: JSON.parse(row.body) };
}

function keepAnswer(context: Asked, repeat: Repeat | null, answer: unknown): Write[] {
  return repeat ? [insertKey(context.store, rowOf(context, repeat, 200, JSON.stringify(answer)))] : [];
}

function rowOf({ store, user, now }: Asked, repeat: Repeat, status: number, body: string): RepeatRow {
  return { showId: store.showId, userId: user.id, ...repeat, status, body, createdAt: now };
}
