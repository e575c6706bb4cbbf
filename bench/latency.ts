/**
 * `node bench/latency.ts`: prints how long the hot pages and actions take for users far from the databases, with and
 * without placement, read replicas and regions. It multiplies the round trips and bytes that `npm run bench -- pages`
 * measured (`usage.ts`) by the distances below; nothing of it is measured across the world.
 */
import { isStarted } from '../scripts/environment.mjs';
import { pageRequests } from './usage.ts';
import type { Location, PageRequest } from './usage.ts';

const places = ['Los Angeles', 'London', 'Sydney'] as const;
type Place = (typeof places)[number];

/** The directory, and the shards of every show without a region of its own. */
const main: Place = 'Los Angeles';

/**
 * Mean round trips in milliseconds between the cloud regions next to these places (N. California, Ireland, Sydney):
 * https://acomputerscientistlearnsaws.blogspot.com/2017/04/aws-regions.html. Cables and light have not changed since.
 */
const distances: Readonly<Record<string, number>> = {
  'Los Angeles London': 153,
  'Los Angeles Sydney': 158,
  'London Sydney': 310,
};

/** Assumptions, in milliseconds: from a user to Cloudflare nearby, between two machines of one region, and the Worker. */
const assumed = { lastMileMs: 15, regionMs: 3, workerMs: 10, sqlMs: 1 };

/** A connection that has been idle sends this many bytes before it waits for the first answer (ten segments). */
const firstWindowBytes = 14_600;
const bytesPerMs = 20e6 / 8 / 1000;

/** Where a request is handled, and where each database answers. */
interface Setup {
  title: string;
  workerAt: (user: Place) => Place;
  databaseAt: (location: Location, isRead: boolean, user: Place) => Place;
}

const setups: readonly Setup[] = [
  { title: 'near the user', workerAt: (user) => user, databaseAt: () => main },
  {
    title: 'with replicas',
    workerAt: (user) => user,
    databaseAt: (location, isRead, user) => (isRead && location === 'show' ? user : main),
  },
  { title: 'with placement', workerAt: () => main, databaseAt: () => main },
  {
    title: 'with a region',
    workerAt: (user) => user,
    databaseAt: (location, _, user) => (location === 'show' ? user : main),
  },
];

function roundTripMs(one: Place, other: Place): number {
  if (one === other) return assumed.regionMs;
  return distances[`${one} ${other}`] ?? distances[`${other} ${one}`] ?? 0;
}

/** Each further window doubles; only the way to the user is slow to start, as Cloudflare's own connections are warm. */
function transferMs(bytes: number): number {
  const furtherWindows = Math.max(0, Math.ceil(Math.log2(bytes / firstWindowBytes + 1)) - 1);
  return furtherWindows * assumed.lastMileMs + bytes / bytesPerMs;
}

/** Returns the milliseconds from a click to the last byte of the response, on an open connection. */
function latencyMs({ isRead, trips, bytes }: PageRequest, setup: Setup, user: Place): number {
  const worker = setup.workerAt(user);
  const way = assumed.lastMileMs + (worker === user ? 0 : roundTripMs(user, worker));
  const databases = trips.map(
    (location) => roundTripMs(worker, setup.databaseAt(location, isRead, user)) + assumed.sqlMs,
  );
  return way + assumed.workerMs + databases.reduce((sum, ms) => sum + ms, 0) + transferMs(bytes);
}

export function latency(): string {
  const line = (title: string, cells: readonly string[]) =>
    `${title.padEnd(36)}${cells.map((text) => text.padStart(17)).join('')}`.trimEnd();
  return [
    line(
      `ms in ${places.join('/')}`,
      setups.map(({ title }) => title),
    ),
    ...pageRequests.map((request) =>
      line(
        `${request.title}, ${request.trips.length} trips, ${request.bytes} bytes`,
        setups.map((setup) => places.map((user) => Math.round(latencyMs(request, setup, user))).join('/')),
      ),
    ),
    '',
  ].join('\n');
}

if (isStarted(import.meta.url)) console.log(latency());
