import { Hono, type Context } from 'hono';
import { isSameOrigin } from '#middleware/csrf';
import { readCookie } from '#middleware/cookies';
import { requestIdHeader } from '#middleware/trace';
import { sha256 } from '#store/d1/sha256';
import { deployedRegions, regionOfShard } from '#domain/values/regions';
import { isShowId } from '#domain/values/ids';
import { forwardToObject } from '#verbs/realtime/forward-to-object';
import { logUnanswered } from '#verbs/request/trace-request';
import {
  anonymousShard,
  realtimeHeaders,
  shardInRegion,
  objectsPerShow,
  shardOfSid,
  shardCount,
  createSid,
} from '#domain/realtime/realtime-shard';

/** Reads the user of a session cookie and their selected show, null if it is not theirs; null for an unknown cookie. */
export type ReadSessionShow = (
  env: Env,
  token: string,
) => Promise<{ userId: string; showId: string | null } | null>;

/** Reads the database shard of a show, which tells its region; null for an unknown show. */
export type ReadShow = (env: Env, showId: string) => Promise<{ shard: number } | null>;

type Bindings = { Bindings: Env };

/** Safe in a header. Any other text counts as no user. */
const userIdPattern = /^[\w.-]{1,100}$/;

/**
 * The entry point of the realtime channel (API-122, RT-01, DEC-56): chooses the Durable Object, which looks up the
 * session, and forwards the request. Mount it at `/`, before middleware that changes responses: those of a WebSocket
 * are immutable.
 */
export function socketIo(readSessionShow: ReadSessionShow, readShow: ReadShow) {
  /** Reads the region of a show, if the deployment has several. */
  const regionOf = async (env: Env, showId: string | null) => {
    const isChoice = showId !== null && deployedRegions(env.SHARD_REGIONS).length > 0;
    const show = isChoice ? await readShow(env, showId) : null;
    return show && regionOfShard(env.SHARD_REGIONS, show.shard);
  };
  const forward = async (context: Context<Bindings>): Promise<Response> => {
    if (!isSameOrigin(context.req.header('origin'), context.req.url, context.env.WEB_ORIGIN)) {
      return refusal(403, 4, 'Forbidden');
    }
    const shards = shardCount(context.env.REALTIME_SHARDS);
    const sid = context.req.query('sid');
    const named = sid === undefined ? null : shardOfSid(sid, shards);
    if (sid !== undefined && named === null) return refusal(400, 1, 'Session ID unknown');

    const token = readCookie(context, 'session-token') ?? '';
    // Two windows of one session may be in two shows: each sends its own show id.
    const requestedShowId = token === '' ? undefined : context.req.query('showId');
    if (requestedShowId !== undefined && !isShowId(requestedShowId)) return refusal(403, 4, 'Forbidden');
    const requestedUserId = context.req.query('userId') ?? '';
    const namedUserId = userIdPattern.test(requestedUserId) ? requestedUserId : null;
    const isPlaced = requestedShowId !== undefined && (namedUserId !== null || objectsPerShow(shards) === 1);
    const needsLookup = token !== '' && named === null && !isPlaced;
    const read = needsLookup ? await readSessionShow(context.env, token) : null;
    if (needsLookup && read === null) return refusal(403, 4, 'Forbidden');
    const showId = requestedShowId ?? read?.showId ?? null;
    // The object checks the named user, so that every window is where its user's messages and sign-outs arrive.
    const userId = read?.userId ?? namedUserId;
    const shardOfWindow = async () => {
      if (token === '') return anonymousShard(shards);
      const region = await regionOf(context.env, showId);
      const place = { showId: showId ?? '', userId: userId ?? '', region };
      return shardInRegion(place, shards, deployedRegions(context.env.SHARD_REGIONS));
    };
    const shard = named ?? (await shardOfWindow());
    const request = withTrustedHeaders(context.req.raw, {
      session: token === '' ? null : sha256(token),
      userId: named === null ? userId : null,
      showId,
      sid: sid === undefined ? createSid(shard, randomId()) : null,
      address: context.req.header('cf-connecting-ip') ?? null,
    });
    return forwardToObject(context.env, shard, request);
  };
  const answer = async (context: Context<Bindings>): Promise<Response> => {
    try {
      return await forward(context);
    } catch (error) {
      const requestId = crypto.randomUUID();
      logUnanswered({ requestId, method: context.req.method, route: '/socket.io' }, error);
      context.header(requestIdHeader, requestId);
      throw error;
    }
  };
  return new Hono<Bindings>().all('/socket.io', answer).all('/socket.io/', answer);
}

type TrustedValues = Readonly<Record<keyof typeof realtimeHeaders, string | null>>;

/** The request with trusted headers about its sender, replacing any that the client sent. */
function withTrustedHeaders(request: Request, values: TrustedValues): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  for (const [key, name] of Object.entries(realtimeHeaders) as [keyof TrustedValues, string][]) {
    const value = values[key];
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request, { headers });
}

/** 160 random bits in hex. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A refusal in the format of Engine.IO, which its clients understand. */
function refusal(status: 400 | 403, code: number, message: string): Response {
  return Response.json({ code, message }, { status });
}
