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
  inProgress,
} from '#store/show/outbox/idempotency-keys';
import type { IdempotencyRow } from '#store/show/outbox/idempotency-keys';
import type { IdempotencyKey, RequestContext } from './context.ts';
import { sha256 } from '#store/d1/sha256';

/** The answer of an earlier request with the same key. */
export type StoredAnswer = NonNullable<RowOf<ReturnType<typeof storedAnswerQuery>>>;

/** The user who sent the request, its key, and the store that has the answer. */
type KeyOwner = Pick<RequestContext, 'store' | 'user' | 'now' | 'idempotencyKey'>;

/** Reads the answer that is stored under the key of a request, if any. */
export const storedAnswerPlan = ({ store, user, idempotencyKey }: Omit<KeyOwner, 'now'>) => ({
  stored: idempotencyKey && storedAnswerQuery(store, user.id, idempotencyKey.key),
});

/** The key of a request; null without one. Throws 422 `invalid_parameter` for a key outside 24 to 255 characters. */
export function parseIdempotencyKey(
  key: string | undefined,
  request: readonly string[],
): IdempotencyKey | null {
  if (key === undefined) return null;
  if (key.length < 24 || key.length > 255)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'An Idempotency-Key must have 24 to 255 characters.',
    });
  return { key, requestHash: sha256(JSON.stringify(request)) };
}

/**
 * The context of a request with a form: only equal `content` makes it the same request. Its body does not count, as the
 * boundaries between the parts of a form differ in each attempt.
 */
export function withFormContent<Context extends Pick<RequestContext, 'idempotencyKey'>>(
  context: Context,
  ...content: readonly unknown[]
): Context {
  const { idempotencyKey } = context;
  if (!idempotencyKey) return context;
  const { key, requestHash } = idempotencyKey;
  return {
    ...context,
    idempotencyKey: { key, requestHash: sha256(JSON.stringify([requestHash, ...content])) },
  };
}

/**
 * Runs `run` once per key: a second request gets the first one's answer (DEC-99). `run` adds the rows of `answerRow` to
 * its own write batch, so that write and answer are stored together; of two concurrent requests, the second batch fails
 * with `DuplicateKeyError`. A refusal after the write (DEC-03) is stored and thrown again, too. Throws 422
 * `invalid_parameter` when the key was used for another request.
 */
export async function withIdempotency<Answer>(
  context: KeyOwner,
  stored: StoredAnswer | null,
  run: (answerRow: (answer: Answer) => Write[]) => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey } = context;
  const before = await findAnswer(context, stored);
  if (before) return before.answer as Answer;
  try {
    return await run((answer) => answerRow(context, answer));
  } catch (error) {
    if (idempotencyKey && error instanceof Refusal && error.code === 'accounting_interface_error') {
      await storeAnswer(context.store, context.user.id, idempotencyKey.key, {
        status: error.status,
        body: JSON.stringify(error),
      });
      throw error;
    }
    // A concurrent duplicate may have been first and caused this refusal.
    if (error instanceof DuplicateKeyError || error instanceof Refusal) {
      const first = await findAnswer(context, await readStoredAnswer(context));
      if (first) return first.answer as Answer;
    }
    throw error;
  }
}

/** How long, and how often, a duplicate polls for the answer of the first request. */
const [maxWaitMs, pollMs] = [10_000, 250];
/** A key reserved for this long belongs to a request that has crashed. */
const abandonedAfterMs = 60_000;

/**
 * The same for work that no batch can undo, such as an e-mail: the key is reserved first, and a concurrent duplicate
 * waits. The key is released when the work fails, and taken over after a minute without an answer; the work may then
 * run twice. Throws `WORKFLOW_CONFLICT` while the first request is in progress.
 */
export async function withReservedKey<Answer>(
  context: KeyOwner & Pick<RequestContext, 'runAfterResponse'>,
  stored: StoredAnswer | null,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey } = context;
  if (!idempotencyKey) return run();
  let row = stored;
  for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
    const before = await findAnswer(context, row);
    if (before) return before.answer as Answer;
    if (
      await reserveKey(
        context.store,
        rowOf(context, idempotencyKey, inProgress, ''),
        abandonedBefore(context),
      )
    ) {
      const result = runWithKey(context, idempotencyKey.key, run);
      // The work continues when the client has disconnected.
      context.runAfterResponse(result.catch(() => undefined));
      return result;
    }
    // A concurrent duplicate was first: it stores the answer, or releases the key.
    await pause(pollMs);
    row = await readStoredAnswer(context);
  }
  throw stillInProgress();
}

async function runWithKey<Answer>(
  { store, user }: KeyOwner,
  key: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const logLostAnswer = (error: unknown) =>
    log('error', 'idempotent answer not saved', { show: store.showId, user: user.id }, error);
  const answer = await run().catch(async (error: unknown) => {
    await releaseKey(store, user.id, key).catch(logLostAnswer);
    throw error;
  });
  // The work is done even when its answer cannot be stored.
  await storeAnswer(store, user.id, key, { status: 200, body: JSON.stringify(answer) }).catch(logLostAnswer);
  return answer;
}

const abandonedBefore = ({ now }: KeyOwner) => new Date(Date.parse(now) - abandonedAfterMs).toISOString();
const stillInProgress = () =>
  new Refusal('WORKFLOW_CONFLICT', { message: 'The same request is still in progress.' });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Stores the answer of work that wrote no batch of its own. */
export async function writeAnswer({ store }: Pick<KeyOwner, 'store'>, rows: readonly Write[]): Promise<void> {
  if (rows.length > 0) await store.write(rows);
}

const storedRefusal = v.object({
  code: v.picklist(Object.keys(codes) as Code[]),
  detail: v.record(v.string(), v.unknown()),
});

/** The answer that is stored under the key now. */
async function readStoredAnswer(context: KeyOwner): Promise<StoredAnswer | null> {
  const { stored } = storedAnswerPlan(context);
  return stored && read(stored);
}

/**
 * Waits while the same request is in progress elsewhere. Returns the row, or null once that request counts as crashed.
 */
async function waitForAnswer(
  context: KeyOwner,
  { requestHash }: IdempotencyKey,
  stored: StoredAnswer | null,
): Promise<StoredAnswer | null> {
  let row = stored;
  for (let waited = 0; ; waited += pollMs) {
    const isDuplicate = row?.status === inProgress && row.requestHash === requestHash;
    if (isDuplicate && row && row.createdAt < abandonedBefore(context)) return null;
    if (!isDuplicate || waited >= maxWaitMs) return row;
    await pause(pollMs);
    row = await readStoredAnswer(context);
  }
}

async function findAnswer(
  context: KeyOwner,
  stored: StoredAnswer | null,
): Promise<{ answer: unknown } | null> {
  const { idempotencyKey } = context;
  const row = idempotencyKey && (await waitForAnswer(context, idempotencyKey, stored));
  if (!row) return null;
  if (row.requestHash !== idempotencyKey.requestHash)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: 'This Idempotency-Key was already used for a different request.',
    });
  if (row.status === inProgress) throw stillInProgress();
  if (row.status >= 400) {
    const { code, detail } = v.parse(storedRefusal, JSON.parse(row.body));
    throw new Refusal(code, detail);
  }
  return { answer: JSON.parse(row.body) };
}

function answerRow(context: KeyOwner, answer: unknown): Write[] {
  const { idempotencyKey } = context;
  return idempotencyKey
    ? [insertKey(context.store, rowOf(context, idempotencyKey, 200, JSON.stringify(answer)))]
    : [];
}

function rowOf(
  { store, user, now }: KeyOwner,
  idempotencyKey: IdempotencyKey,
  status: number,
  body: string,
): IdempotencyRow {
  return { showId: store.showId, userId: user.id, ...idempotencyKey, status, body, createdAt: now };
}
