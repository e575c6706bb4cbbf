import type { LiveSession } from '#domain/realtime/realtime-shard';
import type { TaskQuery } from '../../../durable-objects/pdf-subscriptions.ts';
import { sha256 } from '../../../functions/store/d1/sha256.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** The bindings of the test Worker: of the product's only those that the channel needs. */
export interface EchoEnv extends Env {
  /** Milliseconds. */
  PING_TIMEOUT: string;
  PING_INTERVAL: string;
  RAW: DurableObjectNamespace;
  ECHO: DurableObjectNamespace;
  /** `echo` for conformance, `backlot` for the product's own endpoint and events. */
  APPLICATION: string;
}

/** Users and shows by session token, the selected show first. */
const sessions: Record<string, { userId: string; shows: readonly string[] }> = {
  'token-ada': { userId: 'ada', shows: ['show1', 'show2', 'show3'] },
  'token-ada-2': { userId: 'ada', shows: ['show1', 'show2', 'show3'] },
  'token-ada-3': { userId: 'ada', shows: ['show1'] },
  'token-eve': { userId: 'eve', shows: ['show1'] },
  'token-bob': { userId: 'bob', shows: ['show1'] },
  // In another show, whose sockets share the same object as those of show1.
  'token-cyd': { userId: 'cyd', shows: ['show3'] },
  // Leaves show1 in a test.
  'token-fay': { userId: 'fay', shows: ['show1', 'show3'] },
};

/** Users who left a show. */
const leavers = new Set<string>();

const showsOf = (token: string): string[] =>
  (sessions[token]?.shows ?? []).filter((showId) => !leavers.has(`${sessions[token]?.userId} ${showId}`));

export async function readSessionShow(_env: Env, token: string) {
  const session = sessions[token];
  if (!session) return null;
  const [selected] = session.shows;
  return { userId: session.userId, showId: showsOf(token).find((showId) => showId === selected) ?? null };
}

/** The user of a session, and every show in which they have or had windows. */
export function placeOf(token: string): { userId: string; showIds: readonly string[] } {
  const { userId = '', shows = [] } = sessions[token] ?? {};
  return { userId, showIds: shows };
}

/** The PDF tasks stored by tests, with their requesters. */
const tasks = new Map<string, { requester: string; update: PdfStatusUpdate }>();

export function storeTask(requester: string, update: PdfStatusUpdate): void {
  tasks.set(update.taskId, { requester, update });
}

/** Number of task reads. */
export const taskReads = { count: 0 };

export async function readTasks(
  _env: EchoEnv,
  questions: readonly TaskQuery[],
): Promise<(PdfStatusUpdate | null)[]> {
  taskReads.count += 1;
  // Simulates the latency of a database, during which other calls run.
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (questions.every(({ taskId }) => taskId === 'show1_broken')) throw new Error('the store is away');
  return questions.map(({ taskId, userId }) => {
    const task = tasks.get(taskId);
    return task?.requester === userId ? task.update : null;
  });
}

const ended = new Set<string>();

/** Ends the session without notifying the realtime object. */
export function endSession(token: string): void {
  ended.add(sha256(token));
}

/** Removes the user from the show without notifying the realtime object. */
export function leaveShow(userId: string, showId: string): void {
  leavers.add(`${userId} ${showId}`);
}

export async function readLiveSessions(
  _env: EchoEnv,
  asked: readonly { session: string }[],
): Promise<ReadonlyMap<string, LiveSession>> {
  const wanted = new Set(asked.map(({ session }) => session).filter((session) => !ended.has(session)));
  const all = Object.entries(sessions).map(
    ([token, { userId }]) => [sha256(token), { userId, shows: new Set(showsOf(token)) }] as const,
  );
  return new Map(all.filter(([session]) => wanted.has(session)));
}
