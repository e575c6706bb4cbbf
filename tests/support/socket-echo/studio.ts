import type { PdfStatusUpdate } from '#domain/live';
import { sha256 } from '../../../functions/store/hash.ts';

/** The bindings that the test Worker has; of the product's it has only those that the channel needs. */
export interface EchoEnv extends Env {
  RAW: DurableObjectNamespace;
  ECHO: DurableObjectNamespace;
  /** `echo` for conformance, `backlot` for the product's own door and events. */
  APPLICATION: string;
}

/** Who is signed in, by session token. */
export const sessions: Record<string, { userId: string; selectedShowId: string | null }> = {
  'token-ada': { userId: 'ada', selectedShowId: 'show1' },
  'token-ada-2': { userId: 'ada', selectedShowId: 'show1' },
  'token-eve': { userId: 'eve', selectedShowId: 'show1' },
  'token-bob': { userId: 'bob', selectedShowId: 'show1' },
  // In another show, whose sockets are in the same object as those of show1.
  'token-cyd': { userId: 'cyd', selectedShowId: 'show3' },
};

/** The stored PDF tasks, as tests wrote them, with the user who asked for each. */
const tasks = new Map<string, { requester: string; update: PdfStatusUpdate }>();

export function storeTask(requester: string, update: PdfStatusUpdate): void {
  tasks.set(update.taskId, { requester, update });
}

export async function readTask(
  _env: EchoEnv,
  taskId: string,
  userId: string,
): Promise<PdfStatusUpdate | null> {
  if (taskId === 'show1_broken') throw new Error('the store is away');
  const task = tasks.get(taskId);
  return task?.requester === userId ? task.update : null;
}

const ended = new Set<string>();

/** The session runs out, and nobody tells the realtime object. */
export function endSession(token: string): void {
  ended.add(sha256(token));
}

export async function readLiveSessions(
  _env: EchoEnv,
  asked: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(asked.filter((session) => !ended.has(session)));
}
