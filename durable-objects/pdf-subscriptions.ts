import { showIdOf } from '#domain/values/ids';
import { SharedRead } from './shared-read.ts';
import type { Socket } from './socket-io/server.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** A PDF task and the user who requests its status. */
export interface TaskQuery {
  taskId: string;
  userId: string;
}

/** Returns the status of each task in the order of the queries; null when the task is unknown or not this user's. */
export type ReadTasks = (queries: readonly TaskQuery[]) => Promise<readonly (PdfStatusUpdate | null)[]>;

/** A socket's tasks: `asked` until the task is confirmed to be the user's. */
export type Subscriptions = Record<string, 'asked' | 'confirmed'>;
type RealtimeSocket = Socket<Subscriptions>;

/** Keeps the data below the 16 KB that hibernation stores for a socket. */
const maxSubscriptions = 50;

/** Subscriptions of sockets to PDF tasks (RT-03, RT-04, DEC-56). A final status ends the subscription. */
export class PdfSubscriptions {
  readonly #tasks: SharedRead<TaskQuery, PdfStatusUpdate | null>;
  /** Updates that arrived before the subscription was confirmed, by socket and task. */
  readonly #early = new Map<string, PdfStatusUpdate>();

  constructor(readTasks: ReadTasks) {
    this.#tasks = new SharedRead(readTasks);
  }

  /** Confirms the task's requester only. Other clients get no confirmation, so they poll and are rejected there. */
  async subscribe(socket: RealtimeSocket, taskId: string): Promise<void> {
    const { userId, showId } = socket.identity;
    const taskShow = showIdOf(taskId);
    if (userId === undefined || showId === undefined || (taskShow !== null && taskShow !== showId)) return;
    const isSubscribed = Object.hasOwn(socket.data, taskId);
    if (!isSubscribed && Object.keys(socket.data).length >= maxSubscriptions) return;

    if (!isSubscribed) socket.saveData({ ...socket.data, [taskId]: 'asked' });
    const stored = await this.#tasks.load({ taskId, userId }).catch((error: unknown) => {
      if (!isSubscribed) this.unsubscribe(socket, taskId);
      throw error;
    });
    // The client unsubscribed or disconnected in the meantime.
    if (!socket.connected || !Object.hasOwn(socket.data, taskId)) return;
    if (stored === null) return this.unsubscribe(socket, taskId);
    socket.saveData({ ...socket.data, [taskId]: 'confirmed' });
    socket.emit('subscription_confirmed', { taskId });
    const early = this.#early.get(keyOf(socket, taskId));
    this.#early.delete(keyOf(socket, taskId));
    const latest = early ?? stored;
    if (early || isFinal(latest)) this.announce(socket, latest);
  }

  unsubscribe(socket: RealtimeSocket, taskId: string): void {
    const { [taskId]: _dropped, ...others } = socket.data;
    socket.saveData(others);
    this.#early.delete(keyOf(socket, taskId));
  }

  /** Sends a status to a socket that subscribed to its task. */
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

  /** Cleans up after a disconnected socket. */
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
