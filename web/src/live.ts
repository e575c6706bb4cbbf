import type { Socket } from 'socket.io-client';
import type { ClientEvent, LiveQuestions, PdfStatusUpdate, ServerEvents } from '#domain/realtime/messages';
import { reconnectForever } from './reconnect.ts';
import { texts } from './texts.ts';
import { CONNECT_WITHIN_MS, wait } from './delay.ts';

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
type Emit = { [Name in ClientEvent]: (data: { taskId: string }) => void } & LiveQuestions;
/** As much of a stock `socket.io-client` socket as is used here. */
export type LiveSocket = Pick<
  Socket<Listen, Emit>,
  'on' | 'off' | 'emit' | 'connect' | 'disconnect' | 'connected' | 'io'
>;

interface Watch {
  taskId: string;
  onUpdate: (update: PdfStatusUpdate) => void;
  onBreak: (() => void) | undefined;
  isConfirmed: boolean;
}

export interface Live {
  /**
   * Follows a PDF task. Resolves once the server has confirmed; rejects when the channel failed or does not open in
   * time (RT-06), or three subscriptions went unanswered (RT-07): then the caller polls every `POLL_EVERY_MS`. So it does
   * at `onBreak`, when the channel was lost; the watch goes on with the next one. Call the returned function to stop.
   */
  watchTask: (
    taskId: string,
    onUpdate: (update: PdfStatusUpdate) => void,
    onBreak?: () => void,
  ) => Promise<() => void>;
  on: <Name extends keyof ServerEvents>(
    name: Name,
    listener: (data: ServerEvents[Name]) => void,
  ) => () => void;
  /** Whether messages can come now; while they cannot, open screens ask by themselves. */
  isOpen: () => boolean;
  /** Whenever the channel opens, at first and after a break: what was told before that was missed. */
  onOpening: (listener: (isFirst: boolean) => void) => () => void;
  /** Whenever the channel was lost or closed by the other end, or did not open. */
  onBreak: (listener: () => void) => () => void;
  /** After the first opening: whether anything was told of the show since this page began; true where nobody knows. */
  hasMissed: () => Promise<boolean>;
  close: () => void;
}

interface Visitor {
  userId: string;
  showId: string;
}

/** RT-02: what a connection says of itself. The server believes the cookie alone. */
export function authOf(who: Partial<Visitor>): Visitor {
  return { userId: who.userId || 'anonymous', showId: who.showId || 'unknown' };
}

/** RT-01: in this order. */
const transports = ['websocket', 'polling'] as const;

/** Opens the one connection of this page (RT-01, RT-02). The library is loaded when it is first needed. */
export async function openSocket(who: Visitor): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  const socket: Socket<Listen, Emit> = io({
    path: '/socket.io',
    transports: [...transports],
    tryAllTransports: true,
    timeout: TRANSPORT_TIMEOUT_MS,
    reconnectionAttempts: CONNECT_ATTEMPTS - 1,
    withCredentials: true,
    forceNew: true,
    auth: authOf(who),
    // Two windows of one session may be in two shows: each says which is its own (DEC-56).
    query: { showId: who.showId },
  });
  const { io: manager } = socket;
  // The library does not count the attempt that a page begins with; after a break it counts them all (RT-08).
  manager.on('reconnect_failed', () => manager.reconnectionAttempts(CONNECT_ATTEMPTS - 1));
  socket.on('connect', () => {
    manager.reconnectionAttempts(CONNECT_ATTEMPTS);
    manager.opts.transports = [...transports];
  });
  // RT-06: it would wait without end for a server that takes the connection and never joins it.
  let joining: ReturnType<typeof setTimeout>;
  manager.on('open', () => {
    clearTimeout(joining);
    joining = setTimeout(() => manager.engine.close(), CONNECT_WITHIN_MS);
  });
  manager.on('close', () => clearTimeout(joining));
  socket.on('connect', () => clearTimeout(joining));
  // It goes on to polling when a WebSocket is refused, but not when one is swallowed on its way.
  socket.on('connect_error', () => {
    manager.opts.transports = transports.toReversed();
  });
  return socket;
}

function connected(socket: LiveSocket): Promise<void> {
  if (socket.connected) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      socket.off('connect', opened);
      socket.off('connect_error', failed);
    };
    const opened = () => {
      settle();
      resolve(wait(PENDING_AFTER_CONNECT_MS));
    };
    const failed = () => {
      settle();
      reject(new Error('The live channel did not open'));
    };
    const timer = setTimeout(failed, CONNECT_WITHIN_MS);
    socket.on('connect', opened);
    socket.on('connect_error', failed);
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

function askMissed(socket: LiveSocket): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), CONFIRM_WITHIN_MS);
    // The one clock stands still while some machines sleep, the other may be set.
    const milliseconds = Math.max(performance.now(), Date.now() - performance.timeOrigin);
    socket.emit('told_within', { milliseconds }, resolve);
  });
}

async function subscribe(socket: LiveSocket, taskId: string): Promise<void> {
  await wait(BEFORE_SUBSCRIBE_MS);
  for (let attempt = 0; attempt < SUBSCRIBE_ATTEMPTS; attempt += 1) {
    if (await confirmed(socket, taskId)) return;
  }
  // Nobody need read it: the caller asks by itself. It says why, to whoever looks for the reason.
  console.warn(texts.subscribeFailed);
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
  const breakListeners = new Set<() => void>();
  let wasConnected = socket.connected;
  let hasFailed = false;
  socket.on('pdf_status_update', (update) => hear(socket, watches, update));
  socket.on('connect', () => {
    for (const { taskId, isConfirmed } of watches) {
      if (isConfirmed) socket.emit('subscribe_pdf_updates', { taskId });
    }
    for (const listener of openingListeners) listener(!wasConnected);
    wasConnected = true;
    hasFailed = false;
  });
  const fail = () => {
    hasFailed = true;
    for (const listener of breakListeners) listener();
  };
  socket.on('connect_error', fail);
  socket.on('disconnect', () => {
    fail();
    for (const watch of watches) watch.onBreak?.();
  });
  // The library is content with the three attempts of RT-08; nobody would hear of anything until the page is shown anew.
  const reconnecting = reconnectForever(() => socket.connect());
  socket.io.on('reconnect_failed', reconnecting.retryLater);
  socket.on('connect', reconnecting.succeed);
  // Whoever wakes a laptop, or comes back to the page, waits for no pause.
  const wake = () => {
    if (document.visibilityState !== 'visible' || socket.connected) return;
    reconnecting.stop();
    socket.connect();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);

  return {
    async watchTask(taskId, onUpdate, onBreak) {
      const watch: Watch = { taskId, onUpdate, onBreak, isConfirmed: false };
      watches.add(watch);
      const stop = () => {
        if (watches.delete(watch) && socket.connected) socket.emit('unsubscribe_pdf_updates', { taskId });
      };
      try {
        // What has failed is not waited for, but it is tried anew.
        if (hasFailed) wake();
        if (hasFailed && !socket.connected) throw new Error('The live channel is closed');
        await connected(socket);
        await subscribe(socket, taskId);
        watch.isConfirmed = true;
        return stop;
      } catch (error) {
        stop();
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
    onBreak(listener) {
      breakListeners.add(listener);
      return () => breakListeners.delete(listener);
    },
    hasMissed: () => askMissed(socket),
    close() {
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      reconnecting.stop();
      socket.disconnect();
    },
  };
}
