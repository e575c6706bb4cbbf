import { Decoder, Encoder, PacketType, type Packet } from 'socket.io-parser';
import type { Engine } from '../engine-io/engine.ts';
import type { Report } from '../engine-io/options.ts';
import type { Identity, Session } from '../engine-io/session.ts';
import type { MessageData } from '../engine-io/packets.ts';

/**
 * Acknowledges a client's event. Later calls do nothing, nor does a call when the client requested no acknowledgement.
 */
export type Acknowledge = (...args: unknown[]) => void;

/** The application of a server. `Data` is what it stores for a socket across hibernation. */
export interface SocketApplication<Data> {
  namespaces: readonly string[];
  initialData(): Data;
  /** `auth` is the client's claim; trust only `socket.identity`. */
  onConnect(socket: Socket<Data>, auth: Readonly<Record<string, unknown>>): void | Promise<void>;
  onEvent(
    socket: Socket<Data>,
    name: string,
    args: unknown[],
    acknowledge: Acknowledge,
  ): void | Promise<void>;
  onDisconnect(socket: Socket<Data>, reason: string): void;
  report: Report;
}

interface SavedSocket<Data> {
  id: string;
  data: Data;
}

/** A session's sockets by namespace, which the engine stores as the session's state. */
type SavedSockets<Data> = Record<string, SavedSocket<Data>>;

const encoder = new Encoder();

/** One client in one namespace. Only a handle: persistent data is in the session. */
export class Socket<Data> {
  readonly namespace: string;
  readonly #session: Session;
  readonly #saved: SavedSocket<Data>;
  readonly #server: SocketServer<Data>;

  constructor(server: SocketServer<Data>, session: Session, namespace: string, saved: SavedSocket<Data>) {
    this.#server = server;
    this.#session = session;
    this.namespace = namespace;
    this.#saved = saved;
  }

  /** Public, unlike the session's id, which is a credential. */
  get id(): string {
    return this.#saved.id;
  }

  get identity(): Identity {
    return this.#session.identity;
  }

  /** Equal for all connections of one sign-in; '' without one. */
  get sessionKey(): string {
    return this.#session.key;
  }

  get data(): Data {
    return this.#saved.data;
  }

  get connected(): boolean {
    return !this.#session.closed && socketsOf<Data>(this.#session)[this.namespace] === this.#saved;
  }

  /** Stores a socket's data. It must be small: all of a session's state is limited to 16 KB. */
  saveData(data: Data): void {
    this.#saved.data = data;
    this.#session.save();
  }

  emit(event: string, ...args: unknown[]): void {
    this.send(encodeEvent(this.namespace, event, ...args));
  }

  /** Sends an event that was encoded once for several sockets of this namespace. */
  send(frames: readonly MessageData[]): void {
    if (this.connected) forward(this.#session, frames);
  }

  /** Ends this namespace's connection; the client does not reconnect on its own. */
  disconnect(): void {
    if (!this.connected) return;
    transmit(this.#session, { type: PacketType.DISCONNECT, nsp: this.namespace });
    this.#server.leave(this.#session, this.namespace, 'server namespace disconnect');
  }
}

/** The Socket.IO v5 protocol over the sessions of an engine. */
export class SocketServer<Data> {
  readonly #application: SocketApplication<Data>;
  readonly #connectTimeout: number;
  readonly #keepAlive: (work: Promise<void>) => void;
  readonly #decoders = new WeakMap<Session, Decoder>();

  /** `connectTimeout` in milliseconds: a client that joins no namespace in this time is disconnected. */
  constructor(
    application: SocketApplication<Data>,
    keepAlive: (work: Promise<void>) => void,
    connectTimeout = 45_000,
  ) {
    this.#application = application;
    this.#keepAlive = keepAlive;
    this.#connectTimeout = connectTimeout;
  }

  /** Yields the connected sockets of these sessions in a namespace. */
  *sockets(sessions: Iterable<Session>, namespace: string): Iterable<Socket<Data>> {
    for (const session of sessions) {
      const saved = socketsOf<Data>(session)[namespace];
      if (saved !== undefined) yield new Socket(this, session, namespace, saved);
    }
  }

  onOpen(session: Session): void {
    session.state = {};
    session.expiresAt = Date.now() + this.#connectTimeout;
  }

  /** Handles the text of a packet, or one of its binary attachments. Invalid ones end the session. */
  onMessage(engine: Engine, session: Session, data: string | ArrayBuffer): void {
    try {
      this.#decoderOf(engine, session).add(data);
    } catch {
      engine.close(session, 'parse error');
    }
  }

  onClose(session: Session, reason: string): void {
    this.#decoders.get(session)?.destroy();
    for (const namespace of Object.keys(socketsOf<Data>(session))) this.leave(session, namespace, reason);
  }

  /** Removes a socket from its namespace and notifies the application. */
  leave(session: Session, namespace: string, reason: string): void {
    const sockets = socketsOf<Data>(session);
    const saved = sockets[namespace];
    if (saved === undefined) return;
    const { [namespace]: _left, ...others } = sockets;
    session.state = others;
    if (!session.closed) session.save();
    this.#application.onDisconnect(new Socket(this, session, namespace, saved), reason);
  }

  #decoderOf(engine: Engine, session: Session): Decoder {
    const existing = this.#decoders.get(session);
    if (existing !== undefined) return existing;
    const decoder = new Decoder();
    decoder.on('decoded', (packet) => this.#handlePacket(engine, session, packet));
    this.#decoders.set(session, decoder);
    return decoder;
  }

  #handlePacket(engine: Engine, session: Session, packet: Packet): void {
    if (session.closed) return;
    // A namespace may have a query, which is not part of its name.
    const namespace = packet.nsp.split('?')[0] ?? '/';
    const saved = socketsOf<Data>(session)[namespace];
    if (packet.type === PacketType.CONNECT && saved === undefined) {
      return this.#connect(session, namespace, packet.data);
    }
    if (
      saved === undefined ||
      packet.type === PacketType.CONNECT ||
      packet.type === PacketType.CONNECT_ERROR
    ) {
      return engine.close(session, 'parse error');
    }
    if (packet.type === PacketType.DISCONNECT) {
      return this.leave(session, namespace, 'client namespace disconnect');
    }
    if (packet.type === PacketType.EVENT) this.#event(session, namespace, saved, packet);
  }

  #connect(session: Session, namespace: string, auth: unknown): void {
    if (!this.#application.namespaces.includes(namespace)) {
      const data = { message: 'Invalid namespace' };
      return transmit(session, { type: PacketType.CONNECT_ERROR, nsp: namespace, data });
    }
    const saved = { id: crypto.randomUUID(), data: this.#application.initialData() };
    session.state = { ...socketsOf<Data>(session), [namespace]: saved };
    session.expiresAt = null;
    session.save();
    transmit(session, { type: PacketType.CONNECT, nsp: namespace, data: { sid: saved.id } });
    const socket = new Socket(this, session, namespace, saved);
    this.#run(() => this.#application.onConnect(socket, isRecord(auth) ? auth : {}));
  }

  #event(session: Session, namespace: string, saved: SavedSocket<Data>, packet: Packet): void {
    const content: unknown = packet.data;
    if (!Array.isArray(content)) return;
    const [name, ...args]: unknown[] = content;
    const socket = new Socket(this, session, namespace, saved);
    let { id } = packet;
    const acknowledge: Acknowledge = (...data) => {
      if (id === undefined || !socket.connected) return;
      transmit(session, { type: PacketType.ACK, nsp: namespace, id, data });
      id = undefined;
    };
    this.#run(() => this.#application.onEvent(socket, String(name), args, acknowledge));
  }

  /** Runs an application callback. Its errors are reported and do not disconnect the client. */
  #run(work: () => void | Promise<void>): void {
    const run = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        this.#application.report('socket event failed', error);
      }
    };
    this.#keepAlive(run());
  }
}

/** Only this file writes a session's state. */
function socketsOf<Data>(session: Session): SavedSockets<Data> {
  return (session.state ?? {}) as SavedSockets<Data>;
}

export function encodeEvent(namespace: string, event: string, ...args: unknown[]): readonly MessageData[] {
  return encoder.encode({ type: PacketType.EVENT, nsp: namespace, data: [event, ...args] });
}

function transmit(session: Session, packet: Packet): void {
  forward(session, encoder.encode(packet));
}

function forward(session: Session, frames: readonly MessageData[]): void {
  for (const data of frames) session.send({ type: 'message', data });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
