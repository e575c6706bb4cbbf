import { showIdOf } from '#domain/values/ids';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { SharedRead } from './shared-read.ts';
import type { Socket } from './socket-io/server.ts';

/** One PDF task, as its requester asks for it. */
export interface TaskQuestion {
  taskId: string;
  userId: string;
}

/** Where each task stands, in the order of the questions; null for one that is unknown or not this user's. */
export type ReadTasks = (questions: readonly TaskQuestion[]) => Promise<readonly (PdfStatusUpdate | null)[]>;

/** The tasks that a socket asks about: `asked` until the task is known to be its user's. */
export type Subscriptions = Record<string, 'asked' | 'confirmed'>;
type RealtimeSocket = Socket<Subscriptions>;

/** Room for these is in the 16 KB that hibernation keeps for a socket. */
const mostSubscriptions = 50;

/** Who hears of which PDF task (RT-03, RT-04, DEC-56). A final status ends the subscription. */
export class PdfSubscriptions {
  readonly #tasks: SharedRead<TaskQuestion, PdfStatusUpdate | null>;
  /** What was told of a task between the question and its answer, by socket and task. */
  readonly #early = new Map<string, PdfStatusUpdate>();

  constructor(readTasks: ReadTasks) {
    this.#tasks = new SharedRead(readTasks);
  }

  /** Only the task's requester hears of it; everyone else gets no confirmation, and so polls and is refused there. */
  async subscribe(socket: RealtimeSocket, taskId: string): Promise<void> {
    const { userId, showId } = socket.identity;
    const taskShow = showIdOf(taskId);
    if (userId === undefined || showId === undefined || (taskShow !== null && taskShow !== showId)) return;
    const isKnown = Object.hasOwn(socket.data, taskId);
    if (!isKnown && Object.keys(socket.data).length >= mostSubscriptions) return;

    if (!isKnown) socket.remember({ ...socket.data, [taskId]: 'asked' });
    const stored = await this.#tasks.ask({ taskId, userId }).catch((error: unknown) => {
      if (!isKnown) this.unsubscribe(socket, taskId);
      throw error;
    });
    // Unsubscribed meanwhile.
    if (!socket.connected || !Object.hasOwn(socket.data, taskId)) return;
    if (stored === null) return this.unsubscribe(socket, taskId);
    socket.remember({ ...socket.data, [taskId]: 'confirmed' });
    socket.emit('subscription_confirmed', { taskId });
    const early = this.#early.get(keyOf(socket, taskId));
    this.#early.delete(keyOf(socket, taskId));
    const latest = early ?? stored;
    if (early || isFinal(latest)) this.announce(socket, latest);
  }

  unsubscribe(socket: RealtimeSocket, taskId: string): void {
    const { [taskId]: _dropped, ...others } = socket.data;
    socket.remember(others);
    this.#early.delete(keyOf(socket, taskId));
  }

  /** Sends a status to a socket that is subscribed to its task. */
  announce(socket: RealtimeSocket, update: PdfStatusUpdate): void {
    const { taskId } = update;
    if (!Object.hasOwn(socket.data, taskId)) return;
    if (socket.data[taskId] === 'asked') {
      this.#early.set(keyOf(socket, taskId), update);
      return;
    }
    socket.emit('pdf_status_update', update);
    if (isFinal(update)) this.unsubscribe(socket, taskId);
  }

  /** The socket has gone. */
  forget(socket: RealtimeSocket): void {
    for (const taskId of Object.keys(socket.data)) this.#early.delete(keyOf(socket, taskId));
  }
}

function keyOf(socket: RealtimeSocket, taskId: string): string {
  return `${socket.id} ${taskId}`;
}

function isFinal({ status }: PdfStatusUpdate): boolean {
  return status !== 'in_progress';
}
