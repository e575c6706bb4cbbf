import type { DurableObject } from 'cloudflare:workers';
import type { ClientEvent, RealtimeMessage, SocketRequests } from '#domain/realtime/messages';
import { realtimeHeaders } from '#domain/realtime/realtime-shard';
import type {
  SocketFilter,
  RealtimeRpc,
  SocketMembership,
  LiveSession,
} from '#domain/realtime/realtime-shard';
import { EngineObject } from './engine-io/durable-state.ts';
import { Engine } from './engine-io/engine.ts';
import type { EngineApplication, EngineOptions, Report, ConnectionRequest } from './engine-io/options.ts';
import type { Session } from './engine-io/session.ts';
import { refusal } from './engine-io/packets.ts';
import { EventLimit } from './event-limit.ts';
import { PdfSubscriptions } from './pdf-subscriptions.ts';
import type { ReadTasks, Subscriptions } from './pdf-subscriptions.ts';
import { SharedRead } from './shared-read.ts';
import { WindowIndex } from './window-index.ts';
import { SocketServer, encodeEvent, type Socket, type SocketApplication } from './socket-io/server.ts';

/** Dependencies that read the current state, of which the object stores none. */
export interface RealtimeDependencies<Bindings> {
  readTasks: (env: Bindings, ...queries: Parameters<ReadTasks>) => ReturnType<ReadTasks>;
  /** Returns the sessions that are still valid, for users who are still active, by the hash of their cookie. */
  readLiveSessions: (
    env: Bindings,
    socketMemberships: readonly SocketMembership[],
  ) => Promise<ReadonlyMap<string, LiveSession>>;
  report: Report;
  timings?: Partial<EngineOptions & { sessionCheck: number }>;
}

/** Minimum time between session checks, in milliseconds. They run with the heartbeats that wake the object anyway. */
const defaultSessionCheckMs = 60_000;

export type RealtimeClass<Bindings> = new (
  context: DurableObjectState,
  env: Bindings,
) => DurableObject<Bindings> & RealtimeRpc;

type RealtimeSocket = Socket<Subscriptions>;
/** Batched lookup of sessions; null for an ended or unknown session. */
type SessionLookups = SharedRead<SocketMembership, LiveSession | null>;

const maxTaskIdLength = 100;
/** Events per ten seconds. Fifty tasks cost a client 150 events when all finish at once. */
const maxEvents = { ofConnection: 200, ofSession: 600 };
/** Maximum connections without a session per address. They receive no messages. */
const maxAnonymous = 20;

const clientEvents: readonly string[] = [
  'subscribe_pdf_updates',
  'unsubscribe_pdf_updates',
  'broadcast_received',
] satisfies ClientEvent[];

const recentMessageQuery = 'told_within' satisfies keyof SocketRequests;

/**
 * Returns the class of the realtime object: the sockets and subscriptions of the shows of one shard (DEC-56, RT-10).
 * The Worker's entry exports it.
 */
export function realtimeObject<Bindings>({
  readTasks,
  readLiveSessions,
  report,
  timings = {},
}: RealtimeDependencies<Bindings>): RealtimeClass<Bindings> {
  const { sessionCheck = defaultSessionCheckMs, ...engineTimings } = timings;
  return class Realtime extends EngineObject<Bindings> implements RealtimeRpc {
    protected readonly engine: Engine;
    readonly #sockets: SocketServer<Subscriptions>;
    readonly #subscriptions: PdfSubscriptions;
    readonly #windows = new WindowIndex();
    readonly #sessionLookups: SessionLookups;
    /** Not stored across hibernation: an object that woke up checks again. */
    #sessionsCheckedAt = 0;

    constructor(context: DurableObjectState, env: Bindings) {
      super(context, env);
      const subscriptions = new PdfSubscriptions((queries) => readTasks(env, queries));
      const dependencies: EventDependencies = {
        subscriptions,
        lastPublishedAt: async (showId) => (await context.storage.get<number>(lastPublishedKey(showId))) ?? 0,
        report,
      };
      const server = new SocketServer(backlotEvents(dependencies), (work) => context.waitUntil(work));
      const sessionLookups: SessionLookups = new SharedRead(async (socketMemberships) => {
        const live = await readLiveSessions(env, socketMemberships);
        return socketMemberships.map(({ session }) => live.get(session) ?? null);
      });
      const application: EngineApplication = {
        identify: (request) =>
          identifyRequest(request, sessionLookups, this.engine).catch((error: unknown) => {
            report('connection not identified', error);
            return new Response(null, { status: 503 });
          }),
        onOpen: (session) => {
          this.#windows.add(session);
          server.onOpen(session);
        },
        onMessage: (session, data) => server.onMessage(this.engine, session, data),
        onClose: (session, reason) => {
          this.#windows.remove(session);
          server.onClose(session, reason);
        },
        report,
      };
      this.#sockets = server;
      this.#subscriptions = subscriptions;
      this.#sessionLookups = sessionLookups;
      this.engine = new Engine(context, application, engineTimings);
      // Those that were restored after hibernation.
      for (const session of this.engine.sessions) this.#windows.add(session);
    }

    /** Delivers each message to the connected users it names, if they have its show open (RT-04, DEC-100). */
    async tell(...messages: readonly RealtimeMessage[]): Promise<void> {
      const shows = new Set(messages.map(({ showId }) => showId));
      // Survives hibernation. Unconfirmed, so that no message waits for the write.
      for (const showId of shows)
        void this.ctx.storage.put(lastPublishedKey(showId), Date.now(), { allowUnconfirmed: true });
      for (const message of messages) this.#deliver(message);
    }

    #deliver(message: RealtimeMessage): void {
      const frames = encodeEvent('/', message.event, message.data);
      for (const userId of new Set(message.to)) {
        const sessions = this.#windows.of(message.showId, userId);
        for (const socket of this.#sockets.sockets(sessions, '/')) {
          if (message.event === 'pdf_status_update') this.#subscriptions.announce(socket, message.data);
          else socket.send(frames);
        }
      }
    }

    /** Closes the sockets of an ended session, or of a user who may not receive messages any more. */
    async close(filter: SocketFilter): Promise<void> {
      this.#sessionLookups.invalidate();
      this.#end([...this.engine.sessions].filter((session) => matchesFilter(session, filter)));
    }

    override alarm(): void {
      super.alarm();
      const now = Date.now();
      if (now - this.#sessionsCheckedAt < sessionCheck) return;
      this.#sessionsCheckedAt = now;
      this.ctx.waitUntil(this.#checkSessions());
    }

    /**
     * Closes the sockets of expired sessions, deactivated users and users who left the show. When the check fails, all
     * stay open.
     */
    async #checkSessions(): Promise<void> {
      const sessions = [...this.engine.sessions].filter(({ key }) => key !== '');
      if (sessions.length === 0) return;
      try {
        const socketMemberships = sessions.map(({ key, identity }) => ({
          session: key,
          showId: identity['showId'] ?? null,
        }));
        const live = await readLiveSessions(this.env, socketMemberships);
        const mayStay = ({ key, identity: { showId } }: Session) =>
          live.get(key) !== undefined && (showId === undefined || live.get(key)?.shows.has(showId));
        this.#end(sessions.filter((session) => !mayStay(session)));
      } catch (error) {
        report('sessions not checked', error);
      }
    }

    #end(sessions: readonly Session[]): void {
      for (const session of sessions) this.engine.close(session, 'session ended');
    }
  };
}

function matchesFilter({ key, identity }: Session, filter: SocketFilter): boolean {
  if ('sessions' in filter) return filter.sessions.includes(key);
  return (
    identity['userId'] === filter.userId &&
    (filter.showId === undefined || identity['showId'] === filter.showId)
  );
}

/**
 * Identifies a request by the headers that the route sets after removing the client's, and by the directory. Rejects
 * unknown sessions and shows of other users. A request without a session is admitted, but receives no messages.
 */
async function identifyRequest(
  { headers }: Request,
  sessionLookups: SessionLookups,
  engine: Engine,
): Promise<ConnectionRequest | Response> {
  const newSid = headers.get(realtimeHeaders.sid);
  const session = headers.get(realtimeHeaders.session);
  const showId = headers.get(realtimeHeaders.showId);
  if (session === null) {
    const address = headers.get(realtimeHeaders.address) ?? '';
    if (newSid !== null && anonymousFrom(address, engine) >= maxAnonymous) return refusal('forbidden');
    return { newSid, key: '', identity: { address } };
  }
  const live = await sessionLookups.load({ session, showId });
  // A session that ended while in use no longer has access to the connection that it opened.
  if (live === null) return newSid === null ? { newSid, key: '', identity: {} } : refusal('forbidden');
  const { userId, shows } = live;
  const namedUserId = headers.get(realtimeHeaders.userId);
  if (namedUserId !== null && namedUserId !== userId) return refusal('forbidden');
  if (showId === null) return { newSid, key: session, identity: { userId } };
  if (!shows.has(showId)) return refusal('forbidden');
  return { newSid, key: session, identity: { userId, showId } };
}

function anonymousFrom(address: string, { sessions }: Engine): number {
  return [...sessions].filter(({ key, identity }) => key === '' && identity['address'] === address).length;
}

interface EventDependencies {
  subscriptions: PdfSubscriptions;
  /** Returns when a message of a show was last published, in milliseconds since the epoch; 0 for never. */
  lastPublishedAt: (showId: string) => Promise<number>;
  report: Report;
}

function lastPublishedKey(showId: string): string {
  return `told ${showId}`;
}

/** Handles the events of clients (RT-03). The auth payload is not used (RT-02). */
function backlotEvents({
  subscriptions,
  lastPublishedAt,
  report,
}: EventDependencies): SocketApplication<Subscriptions> {
  const ofConnection = new EventLimit(maxEvents.ofConnection);
  const ofSession = new EventLimit(maxEvents.ofSession);
  return {
    namespaces: ['/'],
    initialData: () => ({}),
    onConnect: () => {},
    onDisconnect: (socket) => subscriptions.forget(socket),
    report,
    onEvent: async (socket, name, args, acknowledge) => {
      if (!socket.connected) return undefined;
      const now = Date.now();
      // Without a session, all connections of an address count together, as a client can reconnect at any time.
      const session = socket.sessionKey || (socket.identity['address'] ?? '');
      // A stock client does not reconnect after the server disconnects it.
      if (!ofConnection.allows(socket.id, now) || !ofSession.allows(session, now)) return socket.disconnect();
      if (name === recentMessageQuery)
        return acknowledge(await wasPublished(socket, args[0], lastPublishedAt));
      const taskId = taskIdIn(args[0]);
      if (taskId === null || !clientEvents.includes(name)) return undefined;
      if (name === 'subscribe_pdf_updates') return subscriptions.subscribe(socket, taskId);
      // `broadcast_received` needs no action: a final status has already ended the subscription.
      if (name === 'unsubscribe_pdf_updates') subscriptions.unsubscribe(socket, taskId);
      return undefined;
    },
  };
}

/** Returns true without a show or a number, so that the client refetches. */
async function wasPublished(
  { identity: { showId } }: RealtimeSocket,
  query: unknown,
  lastPublishedAt: EventDependencies['lastPublishedAt'],
): Promise<boolean> {
  const isQuery = typeof query === 'object' && query !== null && 'milliseconds' in query;
  if (showId === undefined || !isQuery || typeof query.milliseconds !== 'number') return true;
  return Date.now() - (await lastPublishedAt(showId)) <= query.milliseconds;
}

/** `taskId` is bare or `{taskId}` (DEC-56). */
function taskIdIn(argument: unknown): string | null {
  const taskId: unknown =
    typeof argument === 'object' && argument !== null && 'taskId' in argument ? argument.taskId : argument;
  return typeof taskId === 'string' && taskId !== '' && taskId.length <= maxTaskIdLength ? taskId : null;
}
