import { frameOf, payloadOf, textAnswer, type Packet } from './packets.ts';

/** The identity of a session as the application determined it; it survives hibernation. */
export type Identity = Readonly<Record<string, string>>;

/** The part of a session that survives hibernation, attached to its WebSocket (at most 16 KB). */
export interface SavedSession {
  sid: string;
  key: string;
  identity: Identity;
  pingDueAt: number;
  pongBy: number | null;
  expiresAt: number | null;
  state: unknown;
}

/** With more packets waiting for the next poll, the client counts as gone. */
const maxQueuedPackets = 1_000;

/**
 * An Engine.IO session on its current transport: long polling until the upgrade, or a WebSocket. It sends packets and
 * stores time stamps (epoch milliseconds); the engine makes the decisions.
 */
export class Session {
  readonly sid: string;
  /** A request for this session must have the same key, so that a leaked id alone grants no access. */
  readonly key: string;
  readonly identity: Identity;
  pingDueAt: number;
  /** Deadline for the answer to the pending ping; null without one. */
  pongBy: number | null = null;
  /** The application's own deadline; null without one. */
  expiresAt: number | null = null;
  /** The application's state: structured-cloneable and small. Call `save` after changing it. */
  state: unknown = null;
  closed = false;
  /** True while a POST is being read. */
  receiving = false;
  /** True while a poll waits for the result of the upgrade. */
  isWaitingForUpgrade = false;
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

  /** The next deadline of this session. */
  get wakeAt(): number {
    return Math.min(
      this.pongBy ?? this.pingDueAt,
      this.expiresAt ?? Number.POSITIVE_INFINITY,
      this.candidate?.until ?? Number.POSITIVE_INFINITY,
    );
  }

  /**
   * Stores the state so that it survives hibernation. A polling session stays in memory, which its poll keeps alive.
   */
  save(): void {
    const { sid, key, identity, pingDueAt, pongBy, expiresAt, state } = this;
    const saved: SavedSession = { sid, key, identity, pingDueAt, pongBy, expiresAt, state };
    this.#socket?.serializeAttachment(saved);
  }

  send(packet: Packet): void {
    if (this.closed) return;
    if (this.#socket !== null) return transmit(this.#socket, packet);
    this.#queue.push(packet);
    if (this.#queue.length > maxQueuedPackets) this.expiresAt = 0;
    if (this.#flushing) return;
    // Packets sent in the same turn go out in one payload.
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (!this.closed && this.#queue.length > 0) this.answerPoll([]);
    });
  }

  /** Switches to this socket and sends the packets that waited for the upgrade. */
  useSocket(socket: WebSocket): void {
    this.candidate = null;
    this.answerPoll([{ type: 'noop' }]);
    this.#socket = socket;
    this.save();
    for (const packet of this.#queue.splice(0)) transmit(socket, packet);
    this.settle();
  }

  /** Returns the response to a GET: the queued packets, or the next ones. */
  poll(): Promise<Response> {
    return new Promise((resolve) => {
      this.#poll = resolve;
      if (this.#queue.length > 0) this.answerPoll([]);
      else if (this.candidate?.probed === true) this.answerPoll([{ type: 'noop' }]);
    });
  }

  /** Ends the waiting poll, if any, with the queued packets and these. */
  answerPoll(packets: readonly Packet[]): void {
    const answer = this.#poll;
    if (answer === null) return;
    this.#poll = null;
    answer(textAnswer(payloadOf([...this.#queue.splice(0), ...packets])));
  }

  /** Waits at most this long for the result of the upgrade, as a poll may overtake the frame that completes it. */
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
    closeSocket(this.candidate.socket);
    this.candidate = null;
    this.settle();
  }

  /** Ends every transport; `farewell` goes to a waiting poll. */
  end(farewell: Packet): void {
    this.answerPoll([farewell]);
    this.closed = true;
    this.dropCandidate();
    if (this.#socket !== null) closeSocket(this.#socket);
  }
}

/** Sends a frame. If the socket has just closed, its close event follows. */
function transmit(socket: WebSocket, packet: Packet): void {
  try {
    socket.send(frameOf(packet));
  } catch {
    closeSocket(socket);
  }
}

/** Closes a socket in any state. */
export function closeSocket(socket: WebSocket): void {
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
