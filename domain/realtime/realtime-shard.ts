import type { Region } from '#domain/values/regions';
import type { RealtimeMessage } from './messages.ts';

/**
 * Sharding of the realtime objects, shared by the route, the publisher and the object (DEC-56). A session id is `<shard
 * base36>.<unique>`, so that polling requests and the upgrade reach the object that opened it.
 */
const sidPattern = /^([0-9a-z]{1,4})\.[A-Za-z0-9_-]{22,64}$/;

/** Headers that only the route sets, after removing the client's: identity never comes from the client. */
export const realtimeHeaders = {
  sid: 'x-realtime-sid',
  showId: 'x-realtime-show',
  session: 'x-realtime-session',
  userId: 'x-realtime-user',
  address: 'x-realtime-address',
} as const;

/** The sockets to close: those of sessions (the values of their header), or of a user, in one show or all. */
export type SocketFilter = { sessions: readonly string[] } | { userId: string; showId?: string };

/** A socket's session (the value of its header) and the show that it names, if any. */
export interface SocketMembership {
  session: string;
  showId: string | null;
}

/** The user of a live session, and the requested shows that this user belongs to. */
export interface LiveSession {
  userId: string;
  shows: ReadonlySet<string>;
}

/** RPC interface of the show's object for the rest of the Worker. */
export interface RealtimeRpc {
  /** Publishes messages of one show. */
  tell(...messages: readonly RealtimeMessage[]): Promise<void>;
  close(filter: SocketFilter): Promise<void>;
}

/** FNV-1a, so that every Worker agrees. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/** In a small pool every show has one object; each further sixteen objects add one to every show, up to the maximum. */
const shardsPerObject = 16;
/** Enough for 5,000 windows. A change calls all objects of a show, so more would cost every small show as well. */
const maxObjectsPerShow = 4;

/** The number of objects that share the windows of a show (DEC-153). */
export function objectsPerShow(shards: number): number {
  return Math.min(maxObjectsPerShow, Math.ceil(shards / shardsPerObject));
}

/**
 * Returns the shard of a user's windows in a show. `shards` is at least 1; `showId` is empty for windows without
 * a show.
 */
export function shardOfUser(showId: string, userId: string, shards: number): number {
  const offset = hashOf(userId) % objectsPerShow(shards);
  return (hashOf(showId) + offset * shardsPerObject) % shards;
}

/**
 * The same in a deployment with regions: shard `n` serves region `n % regions.length` (DEC-150). A null region is the main
 * one, the first. With fewer shards than regions every shard serves all.
 */
export function shardInRegion(
  { showId, userId, region }: { showId: string; userId: string; region: Region | null },
  shards: number,
  regions: readonly Region[],
): number {
  if (regions.length === 0 || shards < regions.length) return shardOfUser(showId, userId, shards);
  const group = shardOfUser(showId, userId, Math.floor(shards / regions.length));
  return group * regions.length + (region === null ? 0 : Math.max(0, regions.indexOf(region)));
}

/** The region near which a shard's object runs; null when the deployment has only one. */
export function objectRegion(shard: number, regions: readonly Region[]): Region | null {
  return regions[shard % regions.length] ?? null;
}

/** Returns the name of a shard's object. An object never moves, so those of another than the main region are new ones. */
export function objectName(shard: number, regions: readonly Region[]): string {
  const region = objectRegion(shard, regions);
  return region === null || region === regions[0] ? shardName(shard) : `${shardName(shard)}-${region}`;
}

/** Returns the name of a shard's object in the main region. */
export function shardName(shard: number): string {
  return `realtime-${shard}`;
}

/** Parses the number of objects in the pool from its setting; an invalid value counts as one. */
export function shardCount(setting: string): number {
  const shards = Number(setting);
  return Number.isInteger(shards) && shards >= 1 && shards <= 1024 ? shards : 1;
}

/** The shard of connections without a session: an object outside the pool, which no show uses. */
export function anonymousShard(shards: number): number {
  return shards;
}

/**
 * Returns a session id on a shard. `unique` has at least 128 random bits, as the id alone grants access to the session.
 */
export function createSid(shard: number, unique: string): string {
  return `${shard.toString(36)}.${unique}`;
}

/**
 * Returns the shard of a session id, or null when it is malformed or names neither the pool nor the anonymous shard.
 */
export function shardOfSid(sid: string, shards: number): number | null {
  const prefix = sidPattern.exec(sid)?.[1];
  if (prefix === undefined) return null;
  const shard = Number.parseInt(prefix, 36);
  return shard.toString(36) === prefix && shard <= anonymousShard(shards) ? shard : null;
}
