import { frameOf, payloadOf, textAnswer, type Packet } from './packets.ts';

/** Who opened a session, in the words of whoever admitted it; kept across hibernation. */
export type Identity = Readonly<Record<string, string>>;

/** What of a session survives hibernation, attached to its WebSocket (at most 16 KB). */
export interface SavedSession {
  sid: string;
  key: string;
  identity: Identity;
  pingDueAt: number;
  pongBy: number | null;
  expiresAt: number | null;
  state: unknown;
}

/** More than this waiting for the next poll means that nobody polls. */
const longestQueue = 1_000;

/**
 * One Engine.IO session over whichever transport it has: long polling until it is upgraded, or a WebSocket. It sends
 * and keeps time stamps (epoch milliseconds); the engine decides.
 */
export class Session {
  readonly sid: string;
  /** A request for this session must bring the same key, so that a leaked id alone opens nothing. */
  readonly key: string;
  readonly identity: Identity;
  pingDueAt: number;
  /** The latest moment for the answer to the ping under way; null when none is. */
  pongBy: number | null = null;
  /** The application's own deadline; null when it has none. */
  expiresAt: number | null = null;
  /** The application's state: structured-cloneable and small. Call `save` after changing it. */
  state: unknown = null;
  closed = false;
  /** A POST is being read. */
  receiving = false;
  /** A poll waits for the upgrade to be decided. */
  held = false;
  candidate: { socket: WebSocket; until: number; probed: boolean } | null = null;
  #socket: WebSocket | null = null;
  #queue: Packet[] = [];
  #poll: ((answer: Response) => void) | null = null;
  #flushing = false;
  #settle: (() => void) | null = null;

  constructor(sid: string, key: string, identity: Identity, pingDueAt: number) {
    this.sid = sid;
    this.key = key;
    this.identity = identity;
    this.pingDueAt = pingDueAt;
  }

  static restored(saved: SavedSession, socket: WebSocket): Session {
    const session = new Session(saved.sid, saved.key, saved.identity, saved.pingDueAt);
    session.pongBy = saved.pongBy;
    session.expiresAt = saved.expiresAt;
    session.state = saved.state;
    session.#socket = socket;
    return session;
  }

  get onWebSocket(): boolean {
    return this.#socket !== null;
  }

  get polling(): boolean {
    return this.#poll !== null;
  }

  /** When the engine must look at this session again. */
  get wakeAt(): number {
    return Math.min(
      this.pongBy ?? this.pingDueAt,
      this.expiresAt ?? Number.POSITIVE_INFINITY,
      this.candidate?.until ?? Number.POSITIVE_INFINITY,
    );
  }

  /** Keeps the state where hibernation cannot lose it. A polling session lives in memory: its poll keeps that alive. */
  save(): void {
    const { sid, key, identity, pingDueAt, pongBy, expiresAt, state } = this;
    const saved: SavedSession = { sid, key, identity, pingDueAt, pongBy, expiresAt, state };
    this.#socket?.serializeAttachment(saved);
  }

  send(packet: Packet): void {
    if (this.closed) return;
    if (this.#socket !== null) return transmit(this.#socket, packet);
    this.#queue.push(packet);
    if (this.#queue.length > longestQueue) this.expiresAt = 0;
    if (this.#flushing) return;
    // What one turn sends goes out in one payload.
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (!this.closed && this.#queue.length > 0) this.answerPoll([]);
    });
  }

  /** Speaks through this socket from now on: at once for a new session, with what waited for an upgraded one. */
  useSocket(socket: WebSocket): void {
    this.candidate = null;
    this.answerPoll([{ type: 'noop' }]);
    this.#socket = socket;
    this.save();
    for (const packet of this.#queue.splice(0)) transmit(socket, packet);
    this.settle();
  }

  /** The answer to a GET: what waits, or whatever comes next. */
  poll(): Promise<Response> {
    return new Promise((resolve) => {
      this.#poll = resolve;
      if (this.#queue.length > 0) this.answerPoll([]);
      else if (this.candidate?.probed === true) this.answerPoll([{ type: 'noop' }]);
    });
  }

  /** Ends the waiting poll, if there is one, with what is queued and these packets. */
  answerPoll(packets: readonly Packet[]): void {
    const answer = this.#poll;
    if (answer === null) return;
    this.#poll = null;
    answer(textAnswer(payloadOf([...this.#queue.splice(0), ...packets])));
  }

  /** Waits until the upgrade is decided, at most this long: a poll may overtake the frame that completes it. */
  upgradeSettled(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  settle(): void {
    this.#settle?.();
    this.#settle = null;
  }

  dropCandidate(): void {
    if (this.candidate === null) return;
    hangUp(this.candidate.socket);
    this.candidate = null;
    this.settle();
  }

  /** Ends every transport; `farewell` goes to a waiting poll. */
  shut(farewell: Packet): void {
    this.answerPoll([farewell]);
    this.closed = true;
    this.dropCandidate();
    if (this.#socket !== null) hangUp(this.#socket);
  }
}

/** A frame to a socket that may just have gone: its close event follows. */
function transmit(socket: WebSocket, packet: Packet): void {
  try {
    socket.send(frameOf(packet));
  } catch {
    hangUp(socket);
  }
}

/** Closes a socket, whatever state it is in. */
export function hangUp(socket: WebSocket): void {
  try {
    socket.close(1000);
  } catch {
    // It was closed already.
  }
}

/** Only the engine writes attachments, in one of these two shapes. */
export function attachmentOf(socket: WebSocket): SavedSession | { candidateFor: string } | null {
  return socket.deserializeAttachment() as SavedSession | { candidateFor: string } | null;
}
