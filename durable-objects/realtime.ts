import type { DurableObject } from 'cloudflare:workers';
import { showIdOf } from '#domain/ids';
import type { ClientEvent, LiveMessage, LiveQuestions, PdfStatus, PdfStatusUpdate } from '#domain/live';
import { realtimeHeaders, type Closing, type LiveReceiver } from '#domain/realtime-shard';
import { Admissions } from './admissions.ts';
import type { ReadSessions } from './admissions.ts';
import { EngineObject } from './engine-object.ts';
import { Engine } from './engine.ts';
import type { EngineApplication, EngineOptions, Report, Visitor } from './engine-options.ts';
import type { Session } from './engine-session.ts';
import { refusal } from './engine-wire.ts';
import { SocketServer, spoken, type Socket, type SocketApplication } from './socket-server.ts';

/** How the object learns the truth, which it never holds. */
export interface RealtimeParts<Bindings> {
  /** Null when the task is unknown or not this user's. */
  readTask: (env: Bindings, taskId: string, userId: string) => Promise<PdfStatusUpdate | null>;
  readLiveSessions: (env: Bindings, ...asked: Parameters<ReadSessions>) => ReturnType<ReadSessions>;
  report: Report;
  timings?: Partial<EngineOptions & { sessionCheck: number }>;
}

/** How often sessions are looked at, in milliseconds, beside the heartbeats that wake the object anyway. */
const usualSessionCheck = 60_000;

export type RealtimeClass<Bindings> = new (
  context: DurableObjectState,
  env: Bindings,
) => DurableObject<Bindings> & LiveReceiver;

/** The tasks a socket hears of; `finished` once a final status has been sent. */
type Subscriptions = Record<string, 'waiting' | 'finished'>;
type RealtimeSocket = Socket<Subscriptions>;

/** Room for these is in the 16 KB that hibernation keeps for a socket. */
const mostSubscriptions = 50;
const longestTaskId = 100;

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
  readTask,
  readLiveSessions,
  report,
  timings = {},
}: RealtimeParts<Bindings>): RealtimeClass<Bindings> {
  const { sessionCheck = usualSessionCheck, ...engineTimings } = timings;
  return class Realtime extends EngineObject<Bindings> implements LiveReceiver {
    protected readonly engine: Engine;
    readonly #sockets: SocketServer<Subscriptions>;
    readonly #admissions: Admissions;
    /** Not kept over hibernation: an object that woke looks again. */
    #sessionsCheckedAt = 0;

    constructor(context: DurableObjectState, env: Bindings) {
      super(context, env);
      const parts: EventParts = {
        readTask: (taskId, userId) => readTask(env, taskId, userId),
        toldAt: async (showId) => (await context.storage.get<number>(toldKey(showId))) ?? 0,
        report,
      };
      const server = new SocketServer(backlotEvents(parts), (work) => context.waitUntil(work));
      const admissions = new Admissions((seats) => readLiveSessions(env, seats));
      const application: EngineApplication = {
        visitor: (request) =>
          visitorOf(request, admissions).catch((error: unknown) => {
            report('nobody knows who asks', error);
            return new Response(null, { status: 503 });
          }),
        onOpen: (session) => server.onOpen(session),
        onMessage: (session, data) => server.onMessage(this.engine, session, data),
        onClose: (session, reason) => server.onClose(session, reason),
        report,
      };
      this.#sockets = server;
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
        if (message.event === 'pdf_status_update') announce(socket, message.data);
        else socket.send(frames);
      }
    }

    /** Closes the sockets of a session that has ended, or of a person who may hear nothing more. */
    async close(whose: Closing): Promise<void> {
      this.#admissions.distrust();
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
        const seats = asked.map(({ key, identity }) => ({
          session: key,
          showId: identity['showId'] ?? null,
        }));
        const live = await readLiveSessions(this.env, seats);
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
 * Who asks, by the route's word and the directory's: the client's headers of these names never come this far. Without a
 * live session somebody whom nothing is told; a show of other people is refused.
 */
async function visitorOf({ headers }: Request, admissions: Admissions): Promise<Visitor | Response> {
  const newSid = headers.get(realtimeHeaders.sid);
  const session = headers.get(realtimeHeaders.session);
  const showId = headers.get(realtimeHeaders.showId);
  const live = session === null ? null : await admissions.admit({ session, showId });
  if (session === null || live === null) return { newSid, key: '', identity: {} };
  const { userId, shows } = live;
  if (showId === null) return { newSid, key: session, identity: { userId } };
  if (!shows.has(showId)) return refusal('forbidden');
  return { newSid, key: session, identity: { userId, showId } };
}

type ReadTask = (taskId: string, userId: string) => Promise<PdfStatusUpdate | null>;

interface EventParts {
  readTask: ReadTask;
  /** When something was last told of a show, in milliseconds since the epoch; 0 for never. */
  toldAt: (showId: string) => Promise<number>;
  report: Report;
}

function toldKey(showId: string): string {
  return `told ${showId}`;
}

/** What clients may say (RT-03). The auth payload is a hint that we have no use for (RT-02). */
function backlotEvents({ readTask, toldAt, report }: EventParts): SocketApplication<Subscriptions> {
  return {
    namespaces: ['/'],
    initialData: () => ({}),
    onConnect: () => {},
    onDisconnect: () => {},
    report,
    onEvent: async (socket, name, args, acknowledge) => {
      if (name === question) return acknowledge(await isTold(socket, args[0], toldAt));
      const taskId = taskIdIn(args[0]);
      if (taskId === null || !clientEvents.includes(name)) return;
      if (name === 'subscribe_pdf_updates') await subscribe(socket, taskId, readTask);
      else if (name === 'unsubscribe_pdf_updates') unsubscribe(socket, taskId);
      else if (socket.data[taskId] === 'finished') unsubscribe(socket, taskId);
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

/** Only the task's requester hears of it; everyone else gets no confirmation, and so polls and is refused there. */
async function subscribe(socket: RealtimeSocket, taskId: string, readTask: ReadTask): Promise<void> {
  const { userId, showId } = socket.identity;
  const taskShow = showIdOf(taskId);
  if (userId === undefined || showId === undefined || (taskShow !== null && taskShow !== showId)) return;
  const known = await readTask(taskId, userId);
  if (known === null || !socket.connected) return;
  if (!Object.hasOwn(socket.data, taskId) && Object.keys(socket.data).length >= mostSubscriptions) return;

  socket.remember({ ...socket.data, [taskId]: 'waiting' });
  socket.emit('subscription_confirmed', { taskId });
  // Read again: it may have finished, and been announced, just before we listened.
  const stored = isFinal(known.status) ? known : await readTask(taskId, userId);
  if (stored !== null && isFinal(stored.status)) announce(socket, stored);
}

function unsubscribe(socket: RealtimeSocket, taskId: string): void {
  const { [taskId]: _dropped, ...others } = socket.data;
  socket.remember(others);
}

function announce(socket: RealtimeSocket, update: PdfStatusUpdate): void {
  if (!Object.hasOwn(socket.data, update.taskId)) return;
  socket.emit('pdf_status_update', update);
  if (isFinal(update.status)) socket.remember({ ...socket.data, [update.taskId]: 'finished' });
}

function isFinal(status: PdfStatus): boolean {
  return status !== 'in_progress';
}

/** `taskId` bare or as `{taskId}` (DEC-56). */
function taskIdIn(argument: unknown): string | null {
  const taskId: unknown =
    typeof argument === 'object' && argument !== null && 'taskId' in argument ? argument.taskId : argument;
  return typeof taskId === 'string' && taskId !== '' && taskId.length <= longestTaskId ? taskId : null;
}
