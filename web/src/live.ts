import type { Socket } from 'socket.io-client';
import type { ClientEvent, SocketRequests, ServerEvents } from '#domain/realtime/messages';
import { refetchSpreadMs } from '#domain/realtime/messages';
import { reconnectForever } from './reconnect.ts';
import { texts } from './texts.ts';
import { CONNECT_WITHIN_MS, wait } from './delay.ts';
import { nudgeNotice, questionNotice } from './notices.ts';
import type { Notice } from './notices.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

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
type Emit = { [Name in ClientEvent]: (data: { taskId: string }) => void } & SocketRequests;
/** The part of a `socket.io-client` socket that is used here. */
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
   * Subscribes to a PDF task. Resolves once the server has confirmed; rejects when the channel failed or does not open
   * in time (RT-06), or after three unanswered subscriptions (RT-07): the caller then polls every `POLL_EVERY_MS`. The
   * caller also polls after `onBreak`; the subscription continues with the next connection. Call the returned function
   * to unsubscribe.
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
  /** Calls `listener` for questions, answers and nudges to this user. */
  onNotice: (listener: (notice: Notice) => void) => () => void;
  /** Whether the channel is open; while it is closed, open screens poll. */
  isOpen: () => boolean;
  /** Calls `listener` whenever the channel opens, first or again: earlier messages were missed. */
  onOpen: (listener: (isFirst: boolean) => void) => () => void;
  /** Calls `listener` whenever the channel was lost, closed by the server, or did not open. */
  onBreak: (listener: () => void) => () => void;
  /** After the first opening: whether the show had any message since this page started; true if unknown. */
  hasMissedMessages: () => Promise<boolean>;
  close: () => void;
}

interface ConnectionRequest {
  userId: string;
  showId: string;
}

/** The handshake data of a connection (RT-02). The server trusts only the cookie. */
export function authOf(who: Partial<ConnectionRequest>): ConnectionRequest {
  return { userId: who.userId || 'anonymous', showId: who.showId || 'unknown' };
}

/** In this order (RT-01). */
const transports = ['websocket', 'polling'] as const;

/** Opens the only connection of this page and loads the library on demand (RT-01, RT-02). */
export async function openSocket(who: ConnectionRequest): Promise<LiveSocket> {
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
    // Two windows of one session may show two shows, so each connection names its own (DEC-56).
    // The user chooses the object that holds the window, without a lookup (DEC-153).
    query: { showId: who.showId, userId: who.userId },
  });
  const { io: manager } = socket;
  // The library does not count the first attempt of a page; after a lost connection it counts all attempts (RT-08).
  manager.on('reconnect_failed', () => manager.reconnectionAttempts(CONNECT_ATTEMPTS - 1));
  socket.on('connect', () => {
    manager.reconnectionAttempts(CONNECT_ATTEMPTS);
    manager.opts.transports = [...transports];
  });
  // Without this timeout the library waits forever for a server that opens the connection but never joins it (RT-06).
  let joining: ReturnType<typeof setTimeout>;
  manager.on('open', () => {
    clearTimeout(joining);
    joining = setTimeout(() => manager.engine.close(), CONNECT_WITHIN_MS);
  });
  manager.on('close', () => clearTimeout(joining));
  socket.on('connect', () => clearTimeout(joining));
  // The library falls back to polling when a WebSocket is refused, but not when its packets are dropped on the way.
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
      socket.off('subscription_confirmed', confirm);
      resolve(answer);
    };
    const confirm = (data: { taskId: string }) => data.taskId === taskId && settle(true);
    const timer = setTimeout(() => settle(false), CONFIRM_WITHIN_MS);
    socket.on('subscription_confirmed', confirm);
    socket.emit('subscribe_pdf_updates', { taskId });
  });
}

function requestMissed(socket: LiveSocket): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), CONFIRM_WITHIN_MS);
    // The first clock stops while some machines sleep, the second may be set by the user.
    const milliseconds = Math.max(performance.now(), Date.now() - performance.timeOrigin);
    socket.emit('told_within', { milliseconds }, resolve);
  });
}

async function subscribe(socket: LiveSocket, taskId: string): Promise<void> {
  await wait(BEFORE_SUBSCRIBE_MS);
  for (let attempt = 0; attempt < SUBSCRIBE_ATTEMPTS; attempt += 1) {
    if (await confirmed(socket, taskId)) return;
  }
  // No one has to read this: the caller polls. It logs the reason for debugging.
  console.warn(texts.subscribeFailed);
  throw new Error(texts.subscribeFailed);
}

function handleUpdate(socket: LiveSocket, watches: ReadonlySet<Watch>, update: PdfStatusUpdate): void {
  for (const watch of watches) if (watch.taskId === update.taskId) watch.onUpdate(update);
  if (update.status !== 'in_progress') socket.emit('broadcast_received', { taskId: update.taskId });
}

/** Listens to one event; a change that many windows receive reaches each after a random part of a spread. */
function listen<Name extends keyof ServerEvents>(
  socket: LiveSocket,
  name: Name,
  listener: (data: ServerEvents[Name]) => void,
): () => void {
  // The overloads of `on` do not accept a generic event name.
  const plain = socket as unknown as Record<
    'on' | 'off',
    (event: string, handleUpdate: typeof listener) => void
  >;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const receive: typeof listener = (data) => {
    const spread = 'readers' in data ? refetchSpreadMs(data.readers) : 0;
    if (spread === 0) return listener(data);
    const timer = setTimeout(() => {
      timers.delete(timer);
      listener(data);
    }, Math.random() * spread);
    timers.add(timer);
  };
  plain.on(name, receive);
  return () => {
    plain.off(name, receive);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Creates the client on an open socket. A deploy drops sockets, so every `connect` subscribes again. */
export function createLiveClient(socket: LiveSocket): Live {
  const watches = new Set<Watch>();
  const openListeners = new Set<(isFirst: boolean) => void>();
  const breakListeners = new Set<() => void>();
  let wasConnected = socket.connected;
  let hasFailed = false;
  socket.on('pdf_status_update', (update) => handleUpdate(socket, watches, update));
  socket.on('connect', () => {
    for (const { taskId, isConfirmed } of watches) {
      if (isConfirmed) socket.emit('subscribe_pdf_updates', { taskId });
    }
    for (const listener of openListeners) listener(!wasConnected);
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
  // The library gives up after the three attempts of RT-08, which would leave the page without messages until a reload.
  const reconnecting = reconnectForever(() => socket.connect());
  socket.io.on('reconnect_failed', reconnecting.retryLater);
  socket.on('connect', reconnecting.succeed);
  // When a laptop wakes up or the user returns to the page, it reconnects at once.
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
        // A failed channel is not waited for, but it reconnects.
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
    on: (name, listener) => listen(socket, name, listener),
    onNotice(listener) {
      const stopQuestions = listen(socket, 'question_update', (update) => listener(questionNotice(update)));
      const stopNudges = listen(socket, 'nudge_update', (update) => listener(nudgeNotice(update)));
      return () => {
        stopQuestions();
        stopNudges();
      };
    },
    isOpen: () => socket.connected,
    onOpen(listener) {
      openListeners.add(listener);
      return () => openListeners.delete(listener);
    },
    onBreak(listener) {
      breakListeners.add(listener);
      return () => breakListeners.delete(listener);
    },
    hasMissedMessages: () => requestMissed(socket),
    close() {
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      reconnecting.stop();
      socket.disconnect();
    },
  };
}
