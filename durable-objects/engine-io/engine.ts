import { Alarm } from './alarm.ts';
import { Departed } from './closed-sessions.ts';
import { defaultOptions } from './options.ts';
import type { EngineApplication, EngineOptions, Visitor } from './options.ts';
import { attachmentOf, hangUp, Session } from './session.ts';
import {
  bodyWithin,
  packetIn,
  packetsIn,
  payloadOf,
  refusal,
  sizeOf,
  textAnswer,
  type Packet,
} from './packets.ts';

/** How long a poll that may have overtaken the upgrade is held. */
const overtaking = 100;

/**
 * An Engine.IO v4 server for one Durable Object: hibernatable WebSockets, long polling, the upgrade between them, and
 * heartbeats by the object's one alarm. It knows nothing of what the messages mean.
 */
export class Engine {
  readonly #context: DurableObjectState;
  readonly #application: EngineApplication;
  readonly #options: EngineOptions;
  readonly #sessions = new Map<string, Session>();
  /** Those that have not answered their last ping. */
  readonly #silent = new Set<Session>();
  readonly #departed = new Departed();
  readonly #alarm: Alarm;

  constructor(
    context: DurableObjectState,
    application: EngineApplication,
    options: Partial<EngineOptions> = {},
  ) {
    this.#context = context;
    this.#application = application;
    this.#options = { ...defaultOptions, ...options };
    this.#alarm = new Alarm(context, application.report);
    for (const socket of context.getWebSockets()) this.#restore(socket);
    void context.blockConcurrencyWhile(async () => {
      await this.#alarm.recall();
      this.#alarm.ringBy(this.#first());
    });
  }

  get sessions(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** Any request of the protocol: handshake, poll, POST, WebSocket, upgrade (API-122). */
  async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const transport = query.get('transport');
    const sid = query.get('sid');
    const wantsSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket';
    if (transport !== 'polling' && transport !== 'websocket') return refusal('unknownTransport');
    if (query.get('EIO') !== '4') return refusal('unknownVersion');
    if (sid === null && request.method !== 'GET') return refusal('badMethod');
    if (wantsSocket !== (transport === 'websocket')) return refusal('badRequest');

    const visitor = await this.#application.visitor(request);
    if (visitor instanceof Response) return visitor;
    if (sid === null) return wantsSocket ? this.#openSocket(visitor) : this.#openPolling(visitor);

    const session = this.#sessions.get(sid);
    if (session === undefined && request.method === 'GET' && this.#departed.awaits(sid, visitor.key)) {
      return textAnswer(payloadOf([{ type: 'noop' }]));
    }
    if (session?.key !== visitor.key || this.#overdue(session, Date.now())) return refusal('unknownSession');
    this.#alarm.ringBy(session.wakeAt);
    if (wantsSocket) return this.#upgrade(session);
    if (request.method === 'GET') return this.#poll(session, request);
    return request.method === 'POST' ? this.#receive(session, request) : refusal('badRequest');
  }

  /** A frame of a WebSocket. */
  webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { session, candidate } = this.#sessionOf(socket);
    if (session === undefined) return hangUp(socket);
    const packet = sizeOf(frame) > this.#options.maxPayload ? null : packetIn(frame);
    if (candidate) return this.#probe(session, socket, packet);
    if (packet === null) return this.close(session, 'parse error');
    this.#alarm.ringBy(session.wakeAt);
    this.#take(session, packet);
  }

  /** A WebSocket that closed or failed. */
  webSocketClose(socket: WebSocket, reason: 'transport close' | 'transport error'): void {
    const { session, candidate } = this.#sessionOf(socket);
    hangUp(socket);
    if (session === undefined) return;
    if (candidate) session.dropCandidate();
    else this.close(session, reason);
  }

  /** Heartbeats and deadlines. Never throws: a failing alarm would be repeated, and given up in the end. */
  alarm(): void {
    this.#alarm.rang();
    const now = Date.now();
    for (const session of this.#sessions.values()) {
      try {
        this.#beat(session, now);
      } catch (error) {
        this.#application.report('heartbeat failed', error);
        this.close(session, 'transport error');
      }
    }
    this.#alarm.ringBy(this.#first());
  }

  /** Ends a session. `farewell` answers its waiting poll. */
  close(session: Session, reason: string, farewell: Packet = { type: 'close' }): void {
    if (session.closed) return;
    this.#sessions.delete(session.sid);
    this.#silent.delete(session);
    session.shut(farewell);
    try {
      this.#application.onClose(session, reason);
    } catch (error) {
      this.#application.report('session not closed', error);
    }
  }

  #restore(socket: WebSocket): void {
    const saved = attachmentOf(socket);
    // An upgrade under way was one of a polling session, and that was lost with the memory.
    if (saved === null || 'candidateFor' in saved) return hangUp(socket);
    const session = Session.restored(saved, socket);
    this.#sessions.set(saved.sid, session);
    if (saved.pongBy !== null) this.#silent.add(session);
  }

  #open({ newSid, key, identity }: Visitor): Session | null {
    if (newSid === null || this.#sessions.has(newSid)) return null;
    const session = new Session(newSid, key, identity, Date.now() + this.#options.pingInterval);
    this.#sessions.set(session.sid, session);
    return session;
  }

  #begin(session: Session, upgrades: readonly string[]): void {
    const { pingInterval, pingTimeout, maxPayload } = this.#options;
    const data = JSON.stringify({ sid: session.sid, upgrades, pingInterval, pingTimeout, maxPayload });
    session.send({ type: 'open', data });
    this.#application.onOpen(session);
    this.#alarm.ringBy(session.wakeAt);
  }

  #openPolling(visitor: Visitor): Promise<Response> | Response {
    const session = this.#open(visitor);
    if (session === null) return refusal('badRequest');
    this.#begin(session, ['websocket']);
    return session.poll();
  }

  #openSocket(visitor: Visitor): Response {
    const session = this.#open(visitor);
    if (session === null) return refusal('badRequest');
    const { 0: client, 1: server } = new WebSocketPair();
    this.#context.acceptWebSocket(server);
    session.useSocket(server);
    this.#begin(session, []);
    session.save();
    return new Response(null, { status: 101, webSocket: client });
  }

  #upgrade(session: Session): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    if (session.onWebSocket || session.candidate !== null) {
      server.accept();
      server.close();
    } else {
      this.#context.acceptWebSocket(server);
      server.serializeAttachment({ candidateFor: session.sid });
      const until = Date.now() + this.#options.upgradeTimeout;
      session.candidate = { socket: server, until, probed: false };
      this.#alarm.ringBy(until);
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  #probe(session: Session, socket: WebSocket, packet: Packet | null): void {
    if (session.candidate !== null && packet?.type === 'ping' && packet.data === 'probe') {
      session.candidate.probed = true;
      socket.send('3probe');
      session.answerPoll([{ type: 'noop' }]);
    } else if (session.candidate?.probed === true && packet?.type === 'upgrade') {
      session.useSocket(socket);
    } else {
      session.dropCandidate();
      hangUp(socket);
    }
  }

  async #poll(session: Session, request: Request): Promise<Response> {
    if (session.onWebSocket) return refusal('badRequest');
    if (session.polling || session.held) {
      this.close(session, 'transport error');
      return refusal('badRequest');
    }
    if (session.candidate !== null) {
      session.held = true;
      await session.upgradeSettled(overtaking);
      session.held = false;
    }
    if (session.onWebSocket || session.closed) return refusal('badRequest');
    const answer = session.poll();
    // A reader who left would lose what is sent next; the client opens a new session instead.
    const left = (): void => this.close(session, 'transport close');
    request.signal.addEventListener('abort', left);
    if (request.signal.aborted) left();
    return answer.finally(() => request.signal.removeEventListener('abort', left));
  }

  async #receive(session: Session, request: Request): Promise<Response> {
    if (session.onWebSocket) return refusal('badRequest');
    if (session.receiving) {
      this.close(session, 'transport error');
      return refusal('badRequest');
    }
    session.receiving = true;
    const payload = await bodyWithin(request, this.#options.maxPayload).finally(() => {
      session.receiving = false;
    });
    if (payload === null) return new Response(null, { status: 413 });
    if (session.closed) return refusal('unknownSession');
    const packets = packetsIn(payload);
    if (packets === null) {
      this.close(session, 'parse error');
      return refusal('badRequest');
    }
    for (const packet of packets) this.#take(session, packet);
    return textAnswer('ok');
  }

  #take(session: Session, packet: Packet): void {
    if (session.closed) return;
    if (packet.type === 'message') {
      const data = packet.data ?? '';
      if (typeof data === 'string' || data instanceof ArrayBuffer) this.#application.onMessage(session, data);
    } else if (packet.type === 'pong') {
      if (session.pongBy === null) return;
      session.pongBy = null;
      session.pingDueAt = Date.now() + this.#options.pingInterval;
      session.save();
      this.#silent.delete(session);
      // When all have answered there is no deadline to wake for, but the next round.
      if (this.#silent.size === 0) this.#alarm.ringAt(this.#first());
    } else if (packet.type === 'close') {
      if (!session.onWebSocket && !session.polling) this.#departed.add(session);
      this.close(session, 'transport close', { type: 'noop' });
    } else if (packet.type === 'ping') {
      // In version 4 only the server pings.
      this.close(session, 'transport error');
    }
  }

  #beat(session: Session, now: number): void {
    if (session.candidate !== null && session.candidate.until <= now) session.dropCandidate();
    if (this.#overdue(session, now) || session.pongBy !== null) return;
    const { pingInterval, pingTimeout } = this.#options;
    // Pings due soon go now, so that one waking serves many sockets; 5 s of the usual 25.
    if (session.pingDueAt > now + pingInterval / 5) return;
    // Counted from when it was due, but a late alarm leaves the client half its time.
    session.pongBy = Math.max(session.pingDueAt + pingTimeout, now + pingTimeout / 2);
    this.#silent.add(session);
    session.send({ type: 'ping' });
    session.save();
  }

  /** Ends a session whose time is up, and says whether it did. */
  #overdue(session: Session, now: number): boolean {
    const pongBy = session.pongBy ?? session.pingDueAt + this.#options.pingTimeout;
    if (session.expiresAt !== null && session.expiresAt <= now) this.close(session, 'connect timeout');
    else if (session.onWebSocket ? (session.pongBy ?? now + 1) <= now : pongBy <= now) {
      this.close(session, 'ping timeout');
    }
    return session.closed;
  }

  #sessionOf(socket: WebSocket): { session: Session | undefined; candidate: boolean } {
    const saved = attachmentOf(socket);
    const candidate = saved !== null && 'candidateFor' in saved;
    const sid = candidate ? saved.candidateFor : (saved?.sid ?? '');
    return { session: this.#sessions.get(sid), candidate };
  }

  /** When the first of all sessions must be looked at; infinity without any. */
  #first(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const session of this.#sessions.values()) first = Math.min(first, session.wakeAt);
    return first;
  }
}
