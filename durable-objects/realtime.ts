import type { DurableObject } from 'cloudflare:workers';
import type { ClientEvent, LiveMessage, LiveQuestions } from '#domain/realtime/messages';
import { realtimeHeaders } from '#domain/realtime/realtime-shard';
import type { Closing, LiveReceiver, SocketMembership, LiveSession } from '#domain/realtime/realtime-shard';
import { EngineObject } from './engine-io/durable-state.ts';
import { Engine } from './engine-io/engine.ts';
import type { EngineApplication, EngineOptions, Report, Visitor } from './engine-io/options.ts';
import type { Session } from './engine-io/session.ts';
import { refusal } from './engine-io/packets.ts';
import { EventLimit } from './event-limit.ts';
import { PdfSubscriptions } from './pdf-subscriptions.ts';
import type { ReadTasks, Subscriptions } from './pdf-subscriptions.ts';
import { SharedRead } from './shared-read.ts';
import { SocketServer, spoken, type Socket, type SocketApplication } from './socket-io/server.ts';

/** How the object learns the truth, which it never holds. */
export interface RealtimeParts<Bindings> {
  readTasks: (env: Bindings, ...asked: Parameters<ReadTasks>) => ReturnType<ReadTasks>;
  /** Which of these sessions still last, for users who are still active, by the hash of their cookie. */
  readLiveSessions: (
    env: Bindings,
    socketMemberships: readonly SocketMembership[],
  ) => Promise<ReadonlyMap<string, LiveSession>>;
  report: Report;
  timings?: Partial<EngineOptions & { sessionCheck: number }>;
}

/** How often sessions are looked at, in milliseconds, beside the heartbeats that wake the object anyway. */
const usualSessionCheck = 60_000;

export type RealtimeClass<Bindings> = new (
  context: DurableObjectState,
  env: Bindings,
) => DurableObject<Bindings> & LiveReceiver;

type RealtimeSocket = Socket<Subscriptions>;
/** Who asks; null for a session that has ended, or never was. */
type Admissions = SharedRead<SocketMembership, LiveSession | null>;

const longestTaskId = 100;
/** In ten seconds. Fifty tasks cost a client 150 events when all finish at once. */
const mostEvents = { ofConnection: 200, ofSession: 600 };
/** Connections without a session, of one address. Nothing is told to them. */
const mostAnonymous = 20;

const clientEvents: readonly string[] = [
  'subscribe_pdf_updates',
  'unsubscribe_pdf_updates',
  'broadcast_received',
] satisfies ClientEvent[];

const question = 'told_within' satisfies keyof LiveQuestions;

/**
 * The class of the realtime object (DEC-56, RT-10): the sockets and subscriptions of the shows of one shard. The
 * Worker's entry exports what this returns for the parts that know the truth.
 */
export function realtimeObject<Bindings>({
  readTasks,
  readLiveSessions,
  report,
  timings = {},
}: RealtimeParts<Bindings>): RealtimeClass<Bindings> {
  const { sessionCheck = usualSessionCheck, ...engineTimings } = timings;
  return class Realtime extends EngineObject<Bindings> implements LiveReceiver {
    protected readonly engine: Engine;
    readonly #sockets: SocketServer<Subscriptions>;
    readonly #subscriptions: PdfSubscriptions;
    readonly #admissions: Admissions;
    /** Not kept over hibernation: an object that woke looks again. */
    #sessionsCheckedAt = 0;

    constructor(context: DurableObjectState, env: Bindings) {
      super(context, env);
      const subscriptions = new PdfSubscriptions((questions) => readTasks(env, questions));
      const parts: EventParts = {
        subscriptions,
        toldAt: async (showId) => (await context.storage.get<number>(toldKey(showId))) ?? 0,
        report,
      };
      const server = new SocketServer(backlotEvents(parts), (work) => context.waitUntil(work));
      const admissions: Admissions = new SharedRead(async (socketMemberships) => {
        const live = await readLiveSessions(env, socketMemberships);
        return socketMemberships.map(({ session }) => live.get(session) ?? null);
      });
      const application: EngineApplication = {
        visitor: (request) =>
          visitorOf(request, admissions, this.engine).catch((error: unknown) => {
            report('nobody knows who asks', error);
            return new Response(null, { status: 503 });
          }),
        onOpen: (session) => server.onOpen(session),
        onMessage: (session, data) => server.onMessage(this.engine, session, data),
        onClose: (session, reason) => server.onClose(session, reason),
        report,
      };
      this.#sockets = server;
      this.#subscriptions = subscriptions;
      this.#admissions = admissions;
      this.engine = new Engine(context, application, engineTimings);
    }

    /** Delivers to the connected people that each message names, where they are in its show (RT-04, DEC-100). */
    async tell(...messages: readonly LiveMessage[]): Promise<void> {
      const shows = new Set(messages.map(({ showId }) => showId));
      // Kept over hibernation, unconfirmed: no message waits for it.
      for (const showId of shows)
        void this.ctx.storage.put(toldKey(showId), Date.now(), { allowUnconfirmed: true });
      for (const message of messages) this.#deliver(message);
    }

    #deliver(message: LiveMessage): void {
      const people = new Set(message.to);
      const frames = spoken('/', message.event, message.data);
      for (const socket of this.#sockets.sockets(this.engine, '/')) {
        const { userId, showId } = socket.identity;
        if (userId === undefined || !people.has(userId) || showId !== message.showId) continue;
        if (message.event === 'pdf_status_update') this.#subscriptions.announce(socket, message.data);
        else socket.send(frames);
      }
    }

    /** Closes the sockets of a session that has ended, or of a person who may hear nothing more. */
    async close(whose: Closing): Promise<void> {
      this.#admissions.invalidate();
      this.#end([...this.engine.sessions].filter((session) => isOf(session, whose)));
    }

    override alarm(): void {
      super.alarm();
      const now = Date.now();
      if (now - this.#sessionsCheckedAt < sessionCheck) return;
      this.#sessionsCheckedAt = now;
      this.ctx.waitUntil(this.#checkSessions());
    }

    /**
     * Whose session ran out, who was deactivated or left the show hears nothing more. Without an answer everybody stays.
     */
    async #checkSessions(): Promise<void> {
      const asked = [...this.engine.sessions].filter(({ key }) => key !== '');
      if (asked.length === 0) return;
      try {
        const socketMemberships = asked.map(({ key, identity }) => ({
          session: key,
          showId: identity['showId'] ?? null,
        }));
        const live = await readLiveSessions(this.env, socketMemberships);
        const mayStay = ({ key, identity: { showId } }: Session) =>
          live.get(key) !== undefined && (showId === undefined || live.get(key)?.shows.has(showId));
        this.#end(asked.filter((session) => !mayStay(session)));
      } catch (error) {
        report('sessions not checked', error);
      }
    }

    #end(sessions: readonly Session[]): void {
      for (const session of sessions) this.engine.close(session, 'session ended');
    }
  };
}

function isOf({ key, identity }: Session, whose: Closing): boolean {
  if ('session' in whose) return key === whose.session;
  return (
    identity['userId'] === whose.userId && (whose.showId === undefined || identity['showId'] === whose.showId)
  );
}

/**
 * Who asks, by the route's word and the directory's: the client's headers of these names never come this far. An invented
 * session and a show of other people are refused; without a session somebody is let in whom nothing is told.
 */
async function visitorOf(
  { headers }: Request,
  admissions: Admissions,
  engine: Engine,
): Promise<Visitor | Response> {
  const newSid = headers.get(realtimeHeaders.sid);
  const session = headers.get(realtimeHeaders.session);
  const showId = headers.get(realtimeHeaders.showId);
  if (session === null) {
    const address = headers.get(realtimeHeaders.address) ?? '';
    if (newSid !== null && anonymousFrom(address, engine) >= mostAnonymous) return refusal('forbidden');
    return { newSid, key: '', identity: { address } };
  }
  const live = await admissions.ask({ session, showId });
  // One that ended while it was used no longer opens what it had opened.
  if (live === null) return newSid === null ? { newSid, key: '', identity: {} } : refusal('forbidden');
  const { userId, shows } = live;
  if (showId === null) return { newSid, key: session, identity: { userId } };
  if (!shows.has(showId)) return refusal('forbidden');
  return { newSid, key: session, identity: { userId, showId } };
}

function anonymousFrom(address: string, { sessions }: Engine): number {
  return [...sessions].filter(({ key, identity }) => key === '' && identity['address'] === address).length;
}

interface EventParts {
  subscriptions: PdfSubscriptions;
  /** When something was last told of a show, in milliseconds since the epoch; 0 for never. */
  toldAt: (showId: string) => Promise<number>;
  report: Report;
}

function toldKey(showId: string): string {
  return `told ${showId}`;
}

/** What clients may say (RT-03). The auth payload is a hint that we have no use for (RT-02). */
function backlotEvents({ subscriptions, toldAt, report }: EventParts): SocketApplication<Subscriptions> {
  const ofConnection = new EventLimit(mostEvents.ofConnection);
  const ofSession = new EventLimit(mostEvents.ofSession);
  return {
    namespaces: ['/'],
    initialData: () => ({}),
    onConnect: () => {},
    onDisconnect: (socket) => subscriptions.forget(socket),
    report,
    onEvent: async (socket, name, args, acknowledge) => {
      if (!socket.connected) return undefined;
      const now = Date.now();
      // Without a session, the connections of an address count together: a client may join again and again.
      const session = socket.sessionKey || (socket.identity['address'] ?? '');
      // A stock client that the server disconnects does not come back by itself.
      if (!ofConnection.allows(socket.id, now) || !ofSession.allows(session, now)) return socket.disconnect();
      if (name === question) return acknowledge(await isTold(socket, args[0], toldAt));
      const taskId = taskIdIn(args[0]);
      if (taskId === null || !clientEvents.includes(name)) return undefined;
      if (name === 'subscribe_pdf_updates') return subscriptions.subscribe(socket, taskId);
      // What was received is final, and has ended the subscription by itself; or it is not, and changes nothing.
      if (name === 'unsubscribe_pdf_updates') subscriptions.unsubscribe(socket, taskId);
      return undefined;
    },
  };
}

/** Without a show or a number it is as if something had been told: whoever asked reads again. */
async function isTold(
  { identity: { showId } }: RealtimeSocket,
  asked: unknown,
  toldAt: EventParts['toldAt'],
): Promise<boolean> {
  const isAsked = typeof asked === 'object' && asked !== null && 'milliseconds' in asked;
  if (showId === undefined || !isAsked || typeof asked.milliseconds !== 'number') return true;
  return Date.now() - (await toldAt(showId)) <= asked.milliseconds;
}

/** `taskId` bare or as `{taskId}` (DEC-56). */
function taskIdIn(argument: unknown): string | null {
  const taskId: unknown =
    typeof argument === 'object' && argument !== null && 'taskId' in argument ? argument.taskId : argument;
  return typeof taskId === 'string' && taskId !== '' && taskId.length <= longestTaskId ? taskId : null;
}
