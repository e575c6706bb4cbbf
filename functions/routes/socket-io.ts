import { Hono, type Context } from 'hono';
import { ownOrigin } from '#middleware/csrf';
import { cookieOf } from '#middleware/cookies';
import { sha256 } from '#store/hash';
import { realtimeHeaders, shardName, shardOfShow, shardOfSid, shardsIn, sidOn } from '#domain/realtime-shard';

/** `showId` is the show asked for, or the session's own when none is; null in the answer: not a show of this user. */
export type ReadSession = (
  env: Env,
  token: string,
  showId: string | null,
) => Promise<{ userId: string; showId: string | null } | null>;

type Bindings = { Bindings: Env };

/**
 * The door of the realtime channel (API-122, RT-01, DEC-56). It chooses the shard, says who is there, and passes the
 * request on unread. Mount it at `/`, before middleware that touches answers: those of a WebSocket cannot be changed.
 */
export function socketIo(readSession: ReadSession) {
  const answer = async (context: Context<Bindings>): Promise<Response> => {
    if (!ownOrigin(context.req.header('origin'), context.req.url, context.env.WEB_ORIGIN)) {
      return refusal(403, 4, 'Forbidden');
    }
    const shards = shardsIn(context.env.REALTIME_SHARDS);
    const sid = context.req.query('sid');
    const named = sid === undefined ? null : shardOfSid(sid, shards);
    if (sid !== undefined && named === null) return refusal(400, 1, 'Session ID unknown');

    // Two windows of one session may be in two shows: each names its own.
    const asked = context.req.query('showId') ?? null;
    const identity = await identityOf(context, readSession, asked);
    if (asked !== null && identity !== null && identity.showId !== asked) return refusal(403, 4, 'Forbidden');
    const shard = named ?? shardFor(identity?.showId ?? null, shards);
    const request = trusted(
      context.req.raw,
      identity,
      sid === undefined ? sidOn(shard, unguessable()) : null,
    );
    return context.env.REALTIME.getByName(shardName(shard)).fetch(request);
  };
  return new Hono<Bindings>().all('/socket.io', answer).all('/socket.io/', answer);
}

interface Identity {
  userId: string;
  showId: string | null;
  session: string;
}

async function identityOf(
  context: Context<Bindings>,
  readSession: ReadSession,
  asked: string | null,
): Promise<Identity | null> {
  const token = cookieOf(context, 'session-token');
  if (token === undefined || token === '') return null;
  const session = await readSession(context.env, token, asked);
  return session && { ...session, session: sha256(token) };
}

/** The client's request with our word, and only ours, on who sent it. */
function trusted(request: Request, identity: Identity | null, newSid: string | null): Request {
  const headers = new Headers(request.headers);
  for (const name of Object.values(realtimeHeaders)) headers.delete(name);
  headers.delete('cookie');
  if (newSid !== null) headers.set(realtimeHeaders.sid, newSid);
  if (identity !== null) {
    headers.set(realtimeHeaders.userId, identity.userId);
    headers.set(realtimeHeaders.session, identity.session);
    if (identity.showId !== null) headers.set(realtimeHeaders.showId, identity.showId);
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
