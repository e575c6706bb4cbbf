import { shardOfUser } from '../domain/realtime/realtime-shard.ts';
import { randomFrom } from '../demo/random.ts';
import { hours, working } from './usage.ts';
import type { Usage } from './usage.ts';

/** Results of a simulated day. Times in milliseconds. */
export interface Day {
  requests: number;
  /** In the busiest minute. */
  requestsPerSecond: number;
  /** Queueing time of a trip before its database. */
  waits: { directory: Waits; shards: Waits };
  /** Utilization of the busiest database in its busiest minute. */
  busiest: { directory: number; shard: number };
  /** Connections of the fullest realtime object, and its messages in its busiest minute. */
  fullestObject: { connections: number; messages: number };
  /** Maximum number of concurrent browsers. */
  browsers: number;
}

interface Waits {
  p50: number;
  p99: number;
  most: number;
}

/** A database that runs one query at a time. */
class DatabaseQueue {
  #freeAt = 0;
  readonly #busyByMinute = new Float64Array(24 * 60);

  /** Returns the waiting time. */
  serve(at: number, ms: number): number {
    const begin = Math.max(at, this.#freeAt);
    this.#freeAt = begin + ms;
    const minute = Math.min(24 * 60 - 1, Math.floor(begin / 60_000));
    this.#busyByMinute[minute] = (this.#busyByMinute[minute] ?? 0) + ms;
    return begin - at;
  }

  get busiest(): number {
    return Math.max(...this.#busyByMinute) / 60_000;
  }
}

function waitsOf(list: number[]): Waits {
  const sorted = Float64Array.from(list).toSorted();
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** Network time between two trips of one request. */
const networkMs = 5;

/** Simulates one day of that many users, shows, shards and realtime objects. Deterministic. */
export function simulateDay(
  { users, shardCount }: { users: number; shardCount: number },
  usages: readonly Usage[],
): Day {
  const random = randomFrom(`${users}/${shardCount}`);
  const shows = Math.ceil(users / working.usersPerShow);
  // Shows differ in size: with this exponent a tenth of them has a fifth of the users.
  const showOf = () => Math.floor(random.next() ** 1.5 * shows);
  // The windows of each show by realtime object.
  const windowsOf = Array.from({ length: shows }, () => new Map<number, number>());
  const connections = new Int32Array(shardCount);
  for (let n = 0; n < users; n += 1) {
    const show = showOf();
    const object = shardOfUser(`show${show}`, `user${n}`, shardCount);
    windowsOf[show]?.set(object, (windowsOf[show].get(object) ?? 0) + 1);
    connections[object] = (connections[object] ?? 0) + 1;
  }
  const directory = new DatabaseQueue();
  const shards = Array.from({ length: shardCount }, () => new DatabaseQueue());
  const waits = { directory: [] as number[], shards: [] as number[] };
  const sent = new Map<string, number>();
  const perMinute = new Int32Array(24 * 60);
  const browserEnds: number[] = [];
  let browsers = 0;
  for (const { at, use } of arrivals(users, usages, random)) {
    const show = showOf();
    const minute = Math.floor(at / 60_000);
    perMinute[minute] = (perMinute[minute] ?? 0) + 1;
    waits.directory.push(directory.serve(at, use.sqlMs));
    for (let trip = 1; trip < use.trips; trip += 1) {
      const wait = shards[show % shardCount]?.serve(at + trip * networkMs, use.sqlMs);
      waits.shards.push(wait ?? 0);
    }
    if (use.isBroadcast) {
      for (const [object, windows] of windowsOf[show] ?? []) {
        const key = `${object} ${minute}`;
        sent.set(key, (sent.get(key) ?? 0) + windows);
      }
    }
    if (use.browserSeconds > 0) {
      while ((browserEnds[0] ?? Infinity) <= at) browserEnds.shift();
      browserEnds.push(at + use.browserSeconds * 1000);
      browsers = Math.max(browsers, browserEnds.length);
    }
  }
  const requests = waits.directory.length;
  return {
    requests,
    requestsPerSecond: Math.max(...perMinute) / 60,
    waits: { directory: waitsOf(waits.directory), shards: waitsOf(waits.shards) },
    busiest: { directory: directory.busiest, shard: Math.max(...shards.map((line) => line.busiest)) },
    fullestObject: {
      connections: Math.max(...connections),
      messages: sent.values().reduce((most, count) => Math.max(most, count), 0),
    },
    browsers,
  };
}

/** Yields the day's actions in order of time, random within each hour. */
function* arrivals(users: number, usages: readonly Usage[], random: ReturnType<typeof randomFrom>) {
  const perUser = usages.reduce((sum, { perDay }) => sum + perDay, 0);
  const whole = hours.reduce((sum, part) => sum + part, 0);
  for (const [hour, part] of hours.entries()) {
    const count = Math.round((users * perUser * part) / whole);
    const times = Float64Array.from({ length: count }, () => (hour + random.next()) * 3_600_000).toSorted();
    for (const at of times) {
      let left = random.next() * perUser;
      const use = usages.find(({ perDay }) => (left -= perDay) <= 0) ?? usages[0];
      if (use) yield { at, use };
    }
  }
}
