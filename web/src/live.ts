import type { Socket } from 'socket.io-client';
import type { ClientEvent, PdfStatusUpdate, ServerEvents } from '#domain/live';
import { texts } from './words.ts';

/** RT-05: how often the caller asks by itself while the channel is closed. */
export const POLL_EVERY_MS = 2000;
/** RT-06: after this long without a connection the caller polls. */
export const CONNECT_WITHIN_MS = 15_000;
/** RT-08 */
export const TRANSPORT_TIMEOUT_MS = 10_000;
export const CONNECT_ATTEMPTS = 3;
/** RT-07 */
export const SUBSCRIBE_ATTEMPTS = 3;
export const CONFIRM_WITHIN_MS = 1000;
/** RT-09 */
export const PENDING_AFTER_CONNECT_MS = 500;
export const BEFORE_SUBSCRIBE_MS = 200;

type Listen = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type Emit = { [Name in ClientEvent]: (data: { taskId: string }) => void };
/** As much of a stock `socket.io-client` socket as is used here. */
export type LiveSocket = Pick<
  Socket<Listen, Emit>,
  'on' | 'off' | 'emit' | 'connect' | 'disconnect' | 'connected'
>;

interface Watch {
  taskId: string;
  onUpdate: (update: PdfStatusUpdate) => void;
  isConfirmed: boolean;
}

export interface Live {
  /**
   * Follows a PDF task. Resolves once the server has confirmed; rejects when the channel cannot be had (RT-06) or
   * three subscriptions went unanswered (RT-07): then the caller polls every `POLL_EVERY_MS`. Call the returned
   * function to stop.
   */
  watchTask: (taskId: string, onUpdate: (update: PdfStatusUpdate) => void) => Promise<() => void>;
  on: <Name extends keyof ServerEvents>(
    name: Name,
    listener: (data: ServerEvents[Name]) => void,
  ) => () => void;
  /** Whether messages can come now; while they cannot, open screens ask by themselves. */
  isOpen: () => boolean;
  /** Whenever the channel opens, at first and after a break: what was told before that was missed. */
  onOpening: (listener: (isFirst: boolean) => void) => () => void;
  close: () => void;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the one connection of this page (RT-01, RT-02). The library is loaded when it is first needed. */
export async function openSocket(who: { userId: string; showId: string }): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  return io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: TRANSPORT_TIMEOUT_MS,
    reconnectionAttempts: CONNECT_ATTEMPTS,
    withCredentials: true,
    forceNew: true,
    auth: who,
  });
}

function connected(socket: LiveSocket): Promise<void> {
  if (socket.connected) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.off('connect', done);
      reject(new Error('The live channel did not open'));
    }, CONNECT_WITHIN_MS);
    const done = () => {
      clearTimeout(timer);
      resolve(wait(PENDING_AFTER_CONNECT_MS));
    };
    socket.on('connect', done);
  });
}

function confirmed(socket: LiveSocket, taskId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (answer: boolean) => {
      clearTimeout(timer);
      socket.off('subscription_confirmed', listen);
      resolve(answer);
    };
    const listen = (data: { taskId: string }) => data.taskId === taskId && settle(true);
    const timer = setTimeout(() => settle(false), CONFIRM_WITHIN_MS);
    socket.on('subscription_confirmed', listen);
    socket.emit('subscribe_pdf_updates', { taskId });
  });
}

async function subscribe(socket: LiveSocket, taskId: string): Promise<void> {
  await wait(BEFORE_SUBSCRIBE_MS);
  for (let attempt = 0; attempt < SUBSCRIBE_ATTEMPTS; attempt += 1) {
    if (await confirmed(socket, taskId)) return;
  }
  throw new Error(texts.subscribeFailed);
}

function hear(socket: LiveSocket, watches: ReadonlySet<Watch>, update: PdfStatusUpdate): void {
  for (const watch of watches) if (watch.taskId === update.taskId) watch.onUpdate(update);
  if (update.status !== 'in_progress') socket.emit('broadcast_received', { taskId: update.taskId });
}

/** What the application does with an open socket; a deploy drops sockets, so every `connect` subscribes again. */
export function liveOver(socket: LiveSocket): Live {
  const watches = new Set<Watch>();
  const openingListeners = new Set<(isFirst: boolean) => void>();
  let wasConnected = socket.connected;
  socket.on('pdf_status_update', (update) => hear(socket, watches, update));
  socket.on('connect', () => {
    for (const { taskId, isConfirmed } of watches) {
      if (isConfirmed) socket.emit('subscribe_pdf_updates', { taskId });
    }
    for (const listener of openingListeners) listener(!wasConnected);
    wasConnected = true;
  });
  // The attempts of RT-08 may be used up while a laptop sleeps; waking is a new beginning.
  const wake = () => void (document.visibilityState === 'visible' && !socket.connected && socket.connect());
  document.addEventListener('visibilitychange', wake);

  return {
    async watchTask(taskId, onUpdate) {
      const watch: Watch = { taskId, onUpdate, isConfirmed: false };
      watches.add(watch);
      const stop = () => {
        if (!watches.delete(watch)) return;
        socket.emit('unsubscribe_pdf_updates', { taskId });
      };
      try {
        await connected(socket);
        await subscribe(socket, taskId);
        watch.isConfirmed = true;
        return stop;
      } catch (error) {
        watches.delete(watch);
        throw error;
      }
    },
    on(name, listener) {
      // The overloads of `on` do not follow a generic event name.
      const plain = socket as unknown as Record<'on' | 'off', (event: string, hear: typeof listener) => void>;
      plain.on(name, listener);
      return () => plain.off(name, listener);
    },
    isOpen: () => socket.connected,
    onOpening(listener) {
      openingListeners.add(listener);
      return () => openingListeners.delete(listener);
    },
    close() {
      document.removeEventListener('visibilitychange', wake);
      socket.disconnect();
    },
  };
}
