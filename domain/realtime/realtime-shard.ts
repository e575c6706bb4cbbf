import type { LiveMessage } from './messages.ts';

/**
 * Where the people of one show meet in real time (DEC-56): the route, `live.tell` and the object agree on it here.
 * A session id is `<shard base36>.<unique>`, so that polling requests and the upgrade reach the object that opened it.
 */
const sidPattern = /^([0-9a-z]{1,4})\.[A-Za-z0-9_-]{22,64}$/;

/** Headers that only the route sets, and strips from what the client sent: identity never comes from the client. */
export const realtimeHeaders = {
  sid: 'x-realtime-sid',
  showId: 'x-realtime-show',
  session: 'x-realtime-session',
  address: 'x-realtime-address',
} as const;

/** Whose sockets close: those of one session (what the route put into its header), or of a person, in one show or all. */
export type Closing = { session: string } | { userId: string; showId?: string };

/** One window of the channel: its session (what the route put into its header) and the show that it names, if any. */
export interface SocketMembership {
  session: string;
  showId: string | null;
}

/** Whose a live session is, and those of the shows asked about that this user belongs to. */
export interface LiveSession {
  userId: string;
  shows: ReadonlySet<string>;
}

/** What the show's object offers to the rest of the Worker. */
export interface LiveReceiver {
  /** Messages of one show. */
  tell(...messages: readonly LiveMessage[]): Promise<void>;
  close(whose: Closing): Promise<void>;
}

/** The shard of a show: FNV-1a over its id, so that every Worker everywhere agrees. `shards` is at least 1. */
export function shardOfShow(showId: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (const character of showId) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % shards;
}

/** The name of a shard's object. */
export function shardName(shard: number): string {
  return `realtime-${shard}`;
}

/** How many objects the pool holds, from its setting; anything unusable counts as one. */
export function shardsIn(setting: string): number {
  const shards = Number(setting);
  return Number.isInteger(shards) && shards >= 1 && shards <= 1024 ? shards : 1;
}

/** Where connections without a session meet: an object behind the pool, which no show is in. */
export function anonymousShard(shards: number): number {
  return shards;
}

/** A session id on a shard; `unique` holds at least 128 random bits, because whoever knows it holds the session. */
export function sidOn(shard: number, unique: string): string {
  return `${shard.toString(36)}.${unique}`;
}

/** The shard that a session id names, or null when the text is malformed or names neither the pool nor the anonymous shard. */
export function shardOfSid(sid: string, shards: number): number | null {
  const prefix = sidPattern.exec(sid)?.[1];
  if (prefix === undefined) return null;
  const shard = Number.parseInt(prefix, 36);
  return shard.toString(36) === prefix && shard <= anonymousShard(shards) ? shard : null;
}
