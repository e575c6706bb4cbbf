import { Alarm } from './alarm.ts';
import { ClosedSessions } from './closed-sessions.ts';
import { defaultOptions } from './options.ts';
import type { EngineApplication, EngineOptions, ConnectionRequest } from './options.ts';
import { attachmentOf, closeSocket, Session } from './session.ts';
import {
  readBody,
  packetIn,
  packetsIn,
  payloadOf,
  refusal,
  sizeOf,
  textAnswer,
  type Packet,
} from './packets.ts';

/** How long a poll waits that may have overtaken the upgrade, in milliseconds. */
const maxUpgradeWaitMs = 100;

/**
 * An Engine.IO v4 server for one Durable Object: hibernatable WebSockets, long polling, the upgrade between them, and
 * heartbeats driven by the object's alarm. It does not interpret messages.
 */
export class Engine {
  readonly #context: DurableObjectState;
  readonly #application: EngineApplication;
  readonly #options: EngineOptions;
  readonly #sessions = new Map<string, Session>();
  /** Sessions with an unanswered ping. */
  readonly #unanswered = new Set<Session>();
  readonly #closedSessions = new ClosedSessions();
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
      await this.#alarm.restore();
      this.#alarm.setBy(this.#nextDeadline());
    });
  }

  get sessions(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** Handles any request of the protocol: handshake, poll, POST, WebSocket, upgrade (API-122). */
  async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const transport = query.get('transport');
    const sid = query.get('sid');
    const wantsSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket';
    if (transport !== 'polling' && transport !== 'websocket') return refusal('unknownTransport');
    if (query.get('EIO') !== '4') return refusal('unknownVersion');
    if (sid === null && request.method !== 'GET') return refusal('badMethod');
    if (wantsSocket !== (transport === 'websocket')) return refusal('badRequest');

    const connection = await this.#application.identify(request);
    if (connection instanceof Response) return connection;
    if (sid === null) return wantsSocket ? this.#openSocket(connection) : this.#openPolling(connection);

    const session = this.#sessions.get(sid);
    if (
      session === undefined &&
      request.method === 'GET' &&
      this.#closedSessions.takeExpectedPoll(sid, connection.key)
    ) {
      return textAnswer(payloadOf([{ type: 'noop' }]));
    }
    if (session?.key !== connection.key || this.#closeIfExpired(session, Date.now()))
      return refusal('unknownSession');
    this.#alarm.setBy(session.wakeAt);
    if (wantsSocket) return this.#upgrade(session);
    if (request.method === 'GET') return this.#poll(session, request);
    return request.method === 'POST' ? this.#receive(session, request) : refusal('badRequest');
  }

  webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { session, candidate } = this.#sessionOf(socket);
    if (session === undefined) return closeSocket(socket);
    const packet = sizeOf(frame) > this.#options.maxPayload ? null : packetIn(frame);
    if (candidate) return this.#probe(session, socket, packet);
    if (packet === null) return this.close(session, 'parse error');
    this.#alarm.setBy(session.wakeAt);
    this.#handlePacket(session, packet);
  }

  webSocketClose(socket: WebSocket, reason: 'transport close' | 'transport error'): void {
    const { session, candidate } = this.#sessionOf(socket);
    closeSocket(socket);
    if (session === undefined) return;
    if (candidate) session.dropCandidate();
    else this.close(session, reason);
  }

  /** Handles heartbeats and deadlines. Never throws, as the runtime would retry a failing alarm and finally drop it. */
  alarm(): void {
    this.#alarm.markRung();
    const now = Date.now();
    for (const session of this.#sessions.values()) {
      try {
        this.#pingIfDue(session, now);
      } catch (error) {
        this.#application.report('heartbeat failed', error);
        this.close(session, 'transport error');
      }
    }
    this.#alarm.setBy(this.#nextDeadline());
  }

  /** Ends a session and sends `farewell` to its waiting poll. */
  close(session: Session, reason: string, farewell: Packet = { type: 'close' }): void {
    if (session.closed) return;
    this.#sessions.delete(session.sid);
    this.#unanswered.delete(session);
    session.end(farewell);
    try {
      this.#application.onClose(session, reason);
    } catch (error) {
      this.#application.report('session not closed', error);
    }
  }

  #restore(socket: WebSocket): void {
    const saved = attachmentOf(socket);
    // The pending upgrade belonged to a polling session, which was lost with the memory.
    if (saved === null || 'candidateFor' in saved) return closeSocket(socket);
    const session = Session.restored(saved, socket);
    this.#sessions.set(saved.sid, session);
    if (saved.pongBy !== null) this.#unanswered.add(session);
  }

  #open({ newSid, key, identity }: ConnectionRequest): Session | null {
    if (newSid === null || this.#sessions.has(newSid)) return null;
    const session = new Session(newSid, key, identity, Date.now() + this.#options.pingInterval);
    this.#sessions.set(session.sid, session);
    return session;
  }

  #start(session: Session, upgrades: readonly string[]): void {
    const { pingInterval, pingTimeout, maxPayload } = this.#options;
    const data = JSON.stringify({ sid: session.sid, upgrades, pingInterval, pingTimeout, maxPayload });
    session.send({ type: 'open', data });
    this.#application.onOpen(session);
    this.#alarm.setBy(session.wakeAt);
  }

  #openPolling(connection: ConnectionRequest): Promise<Response> | Response {
    const session = this.#open(connection);
    if (session === null) return refusal('badRequest');
    this.#start(session, ['websocket']);
    return session.poll();
  }

  #openSocket(connection: ConnectionRequest): Response {
    const session = this.#open(connection);
    if (session === null) return refusal('badRequest');
    const { 0: client, 1: server } = new WebSocketPair();
    this.#context.acceptWebSocket(server);
    session.useSocket(server);
    this.#start(session, []);
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
      this.#alarm.setBy(until);
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
      closeSocket(socket);
    }
  }

  async #poll(session: Session, request: Request): Promise<Response> {
    if (session.onWebSocket) return refusal('badRequest');
    if (session.polling || session.isWaitingForUpgrade) {
      this.close(session, 'transport error');
      return refusal('badRequest');
    }
    if (session.candidate !== null) {
      session.isWaitingForUpgrade = true;
      await session.upgradeSettled(maxUpgradeWaitMs);
      session.isWaitingForUpgrade = false;
    }
    if (session.onWebSocket || session.closed) return refusal('badRequest');
    const answer = session.poll();
    // After a client aborts a poll, the next packets would be lost, so the client opens a new session instead.
    const onAbort = (): void => this.close(session, 'transport close');
    request.signal.addEventListener('abort', onAbort);
    if (request.signal.aborted) onAbort();
    return answer.finally(() => request.signal.removeEventListener('abort', onAbort));
  }

  async #receive(session: Session, request: Request): Promise<Response> {
    if (session.onWebSocket) return refusal('badRequest');
    if (session.receiving) {
      this.close(session, 'transport error');
      return refusal('badRequest');
    }
    session.receiving = true;
    const payload = await readBody(request, this.#options.maxPayload).finally(() => {
      session.receiving = false;
    });
    if (payload === null) return new Response(null, { status: 413 });
    if (session.closed) return refusal('unknownSession');
    const packets = packetsIn(payload);
    if (packets === null) {
      this.close(session, 'parse error');
      return refusal('badRequest');
    }
    for (const packet of packets) this.#handlePacket(session, packet);
    return textAnswer('ok');
  }

  #handlePacket(session: Session, packet: Packet): void {
    if (session.closed) return;
    if (packet.type === 'message') {
      const data = packet.data ?? '';
      if (typeof data === 'string' || data instanceof ArrayBuffer) this.#application.onMessage(session, data);
    } else if (packet.type === 'pong') {
      if (session.pongBy === null) return;
      session.pongBy = null;
      session.pingDueAt = Date.now() + this.#options.pingInterval;
      session.save();
      this.#unanswered.delete(session);
      // Once all sessions have answered, the next deadline is the next round of pings.
      if (this.#unanswered.size === 0) this.#alarm.setAt(this.#nextDeadline());
    } else if (packet.type === 'close') {
      if (!session.onWebSocket && !session.polling) this.#closedSessions.add(session);
      this.close(session, 'transport close', { type: 'noop' });
    } else if (packet.type === 'ping') {
      // In version 4 only the server pings.
      this.close(session, 'transport error');
    }
  }

  #pingIfDue(session: Session, now: number): void {
    if (session.candidate !== null && session.candidate.until <= now) session.dropCandidate();
    if (this.#closeIfExpired(session, now) || session.pongBy !== null) return;
    const { pingInterval, pingTimeout } = this.#options;
    // Sends pings early that are due soon, so that one wake-up serves many sockets: within 5 s for the usual 25 s.
    if (session.pingDueAt > now + pingInterval / 5) return;
    // Counts from the due time, but leaves the client at least half its time after a late alarm.
    session.pongBy = Math.max(session.pingDueAt + pingTimeout, now + pingTimeout / 2);
    this.#unanswered.add(session);
    session.send({ type: 'ping' });
    session.save();
  }

  /** Ends a session whose time is up, and returns whether it did. */
  #closeIfExpired(session: Session, now: number): boolean {
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

  /** Returns the earliest deadline of all sessions; infinity without any. */
  #nextDeadline(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const session of this.#sessions.values()) first = Math.min(first, session.wakeAt);
    return first;
  }
}
