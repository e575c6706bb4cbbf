import { env as bindings } from 'cloudflare:workers';
import { Hono } from 'hono';
import type { RealtimeMessage } from '#domain/realtime/messages';
import { EngineObject } from '../../../durable-objects/engine-io/durable-state.ts';
import { Engine } from '../../../durable-objects/engine-io/engine.ts';
import type { EngineApplication, ConnectionRequest } from '../../../durable-objects/engine-io/options.ts';
import { realtimeObject } from '../../../durable-objects/realtime.ts';
import { SocketServer } from '../../../durable-objects/socket-io/server.ts';
import { closeSockets, closeSocketsOf, publish } from '../../../functions/edges/publish-realtime.ts';
import { socketIo } from '../../../functions/routes/socket-io.ts';
import { sha256 } from '../../../functions/store/d1/sha256.ts';
import {
  endSession,
  leaveShow,
  readLiveSessions,
  placeOf,
  readSessionShow,
  readTasks,
  storeTask,
  taskReads,
  type EchoEnv,
} from './studio.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** Heartbeats for suites that wait for them; the timeout is set at the start. */
function timingsOf(env: EchoEnv) {
  return { pingInterval: 300, pingTimeout: Number(env.PING_TIMEOUT) };
}

/** Intended failures are not logged. */
const report = (): void => {};

/** Every visitor is anonymous and gets a random id. */
function stranger(request: Request): ConnectionRequest {
  return { newSid: request.headers.get('x-new-sid'), key: '', identity: {} };
}

/** The engine alone: returns every message. */
export class RawEcho extends EngineObject<EchoEnv> {
  protected readonly engine: Engine;

  constructor(context: DurableObjectState, env: EchoEnv) {
    super(context, env);
    const application: EngineApplication = {
      identify: stranger,
      onOpen: () => {},
      onMessage: (session, data) => session.send({ type: 'message', data }),
      onClose: () => {},
      report,
    };
    this.engine = new Engine(context, application, timingsOf(env));
  }
}

/** The engine with Socket.IO, as the application that the protocol's conformance suite expects. */
export class Echo extends EngineObject<EchoEnv> {
  protected readonly engine: Engine;

  constructor(context: DurableObjectState, env: EchoEnv) {
    super(context, env);
    const server = new SocketServer<null>(
      {
        namespaces: ['/', '/custom'],
        initialData: () => null,
        onConnect: (socket, auth) => socket.emit('auth', auth),
        onEvent: (socket, name, args, acknowledge) => {
          if (name === 'message') socket.emit('message-back', ...args);
          if (name === 'message-with-ack') acknowledge(...args);
          if (name === 'leave') socket.disconnect();
          if (name === 'fail') throw new Error('the application failed');
        },
        onDisconnect: () => {},
        report,
      },
      (work) => context.waitUntil(work),
      // Long enough for three heartbeats of a polling client without a namespace on a slow machine.
      1_500,
    );
    const application: EngineApplication = {
      identify: stranger,
      onOpen: (session) => server.onOpen(session),
      onMessage: (session, data) => server.onMessage(this.engine, session, data),
      onClose: (session, reason) => server.onClose(session, reason),
      report,
    };
    this.engine = new Engine(context, application, timingsOf(env));
  }
}

export class Realtime extends realtimeObject<EchoEnv>({
  readTasks,
  readLiveSessions,
  report,
  timings: { sessionCheck: 0, pingInterval: Number((bindings as EchoEnv).PING_INTERVAL) },
}) {}

/**
 * Forwards a WebSocket frame by frame. When the runtime joins two sockets itself, a local one does not close the
 * connection of a client that never sent a frame until its object has been idle for 10 s; conformance suites test that.
 */
function relayed(response: Response): Response {
  const server = response.webSocket;
  if (server === null) return response;
  const { 0: client, 1: near } = new WebSocketPair();
  for (const [from, to] of [
    [server, near],
    [near, server],
  ] as const) {
    from.binaryType = 'arraybuffer';
    from.accept();
    from.addEventListener('message', ({ data }) => to.send(data));
    from.addEventListener('close', () => to.close(1000));
  }
  return new Response(null, { status: 101, webSocket: client });
}

/** Instructions of a test: store a task, publish messages to a show, sign out. */
type Instruction =
  | 'task reads'
  | { requester: string; update: PdfStatusUpdate }
  | { messages: RealtimeMessage[] }
  | { signOut: string }
  | { expire: string }
  | { leaver: string; showId: string }
  | { close: { userId: string; showId?: string } };

async function obey(instruction: Instruction, env: EchoEnv): Promise<Response> {
  if (instruction === 'task reads') return Response.json(taskReads.count);
  if ('messages' in instruction) await publish({ env, store: { shard: 0 } }, ...instruction.messages);
  else if ('signOut' in instruction)
    await closeSockets(env, [sha256(instruction.signOut)], placeOf(instruction.signOut));
  else if ('close' in instruction) {
    const { userId, showId } = instruction.close;
    await closeSocketsOf(env, { userId, showIds: ['show1', 'show2', 'show3'] }, showId);
  } else if ('expire' in instruction) endSession(instruction.expire);
  else if ('leaver' in instruction) leaveShow(instruction.leaver, instruction.showId);
  else storeTask(instruction.requester, instruction.update);
  return new Response('done');
}

const backlot = new Hono<{ Bindings: Env }>().route(
  '/',
  socketIo(readSessionShow, async () => null),
);

export default {
  async fetch(request: Request, env: EchoEnv, context: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/instruction') return obey(await request.json<Instruction>(), env);
    if (env.APPLICATION === 'backlot') return backlot.fetch(request, env, context);
    const headers = new Headers(request.headers);
    headers.set('x-new-sid', crypto.randomUUID());
    const object = pathname.startsWith('/engine.io') ? env.RAW : env.ECHO;
    return relayed(await object.getByName('echo').fetch(new Request(request, { headers })));
  },
} satisfies ExportedHandler<EchoEnv>;
