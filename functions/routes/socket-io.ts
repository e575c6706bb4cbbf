import { Hono, type Context } from 'hono';
import { isSameOrigin } from '#middleware/csrf';
import { cookieOf } from '#middleware/cookies';
import { requestIdHeader } from '#middleware/trace';
import { sha256 } from '#store/d1/sha256';
import { isShowId } from '#domain/values/ids';
import { logUnanswered } from '#verbs/request/trace-request';
import {
  anonymousShard,
  realtimeHeaders,
  shardName,
  shardOfShow,
  shardOfSid,
  shardsIn,
  sidOn,
} from '#domain/realtime/realtime-shard';

/** The selected show of the session of this cookie; null when there is none, or it is not a show of this user. */
export type ReadSelectedShow = (env: Env, token: string) => Promise<string | null>;

type Bindings = { Bindings: Env };

/**
 * The door of the realtime channel (API-122, RT-01, DEC-56). It chooses the object, which looks up whose session this is,
 * and passes the request on unread. Mount it at `/`, before middleware that touches answers: those of a WebSocket cannot
 * be changed.
 */
export function socketIo(readSelectedShow: ReadSelectedShow) {
  const passOn = async (context: Context<Bindings>): Promise<Response> => {
    if (!isSameOrigin(context.req.header('origin'), context.req.url, context.env.WEB_ORIGIN)) {
      return refusal(403, 4, 'Forbidden');
    }
    const shards = shardsIn(context.env.REALTIME_SHARDS);
    const sid = context.req.query('sid');
    const named = sid === undefined ? null : shardOfSid(sid, shards);
    if (sid !== undefined && named === null) return refusal(400, 1, 'Session ID unknown');

    const token = cookieOf(context, 'session-token') ?? '';
    // Two windows of one session may be in two shows: each names its own.
    const asked = token === '' ? undefined : context.req.query('showId');
    if (asked !== undefined && !isShowId(asked)) return refusal(403, 4, 'Forbidden');
    const selects = token !== '' && asked === undefined && named === null;
    const showId = selects ? await readSelectedShow(context.env, token) : (asked ?? null);
    const shard = named ?? (token === '' ? anonymousShard(shards) : shardFor(showId, shards));
    const request = trusted(context.req.raw, {
      session: token === '' ? null : sha256(token),
      showId,
      sid: sid === undefined ? sidOn(shard, unguessable()) : null,
      address: context.req.header('cf-connecting-ip') ?? null,
    });
    return context.env.REALTIME.getByName(shardName(shard)).fetch(request);
  };
  const answer = async (context: Context<Bindings>): Promise<Response> => {
    try {
      return await passOn(context);
    } catch (error) {
      const requestId = crypto.randomUUID();
      logUnanswered({ requestId, method: context.req.method, route: '/socket.io' }, error);
      context.header(requestIdHeader, requestId);
      throw error;
    }
  };
  return new Hono<Bindings>().all('/socket.io', answer).all('/socket.io/', answer);
}

type Words = Readonly<Record<keyof typeof realtimeHeaders, string | null>>;

/** The client's request with our words, and only ours, on who sent it. */
function trusted(request: Request, words: Words): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  for (const [word, name] of Object.entries(realtimeHeaders) as [keyof Words, string][]) {
    const value = words[word];
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request, { headers });
}

function shardFor(showId: string | null, shards: number): number {
  if (showId !== null) return shardOfShow(showId, shards);
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % shards;
}

/** 160 random bits in hex. */
function unguessable(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A refusal in the words of Engine.IO, which its clients understand. */
function refusal(status: 400 | 403, code: number, message: string): Response {
  return Response.json({ code, message }, { status });
}
