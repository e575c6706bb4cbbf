/**
 * Computes the monthly usage and cost of 50, 500 and 5,000 shows, the first limit that each reaches, and one day of
 * 10,000 connected users over 256 shards. `npm run bench` prints it from its own measurements; `node bench/capacity.ts`
 * from the stored ones in `usage.ts`.
 */
import { objectsPerShow } from '../domain/realtime/realtime-shard.ts';
import { isStarted } from '../scripts/environment.mjs';
import { simulateBrowsers } from './browser-day.ts';
import { simulateDay } from './working-day.ts';
import { dollarsOf, limits, planDollars, prices } from './cost-model.ts';
import type { Priced } from './cost-model.ts';
import { usages as kept, hours, working } from './usage.ts';
import type { Usage } from './usage.ts';

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

type Sum = (pick: (use: Usage) => number) => number;

/** Sums a quantity over one user's working day. */
const perUserDayOf =
  (usages: readonly Usage[]): Sum =>
  (pick) =>
    usages.reduce((sum, use) => sum + use.perDay * pick(use), 0);

/** Returns the number of realtime objects that so many users need. */
function realtimeObjectsOf(users: number): number {
  const { least, most } = working.realtimeObjects;
  return Math.min(most, Math.max(least, Math.ceil(users / working.windowsPerObject)));
}

/** Ten milliseconds in 128 MB, and an hour in 128 MB. */
const messageGbSeconds = 0.01 * 0.125;
const hourGbSeconds = 3600 * 0.125;

/** Returns the monthly usage of that many shows. */
function monthlyUsage(shows: number, usages: readonly Usage[]) {
  const perUserDay = perUserDayOf(usages);
  const users = shows * working.usersPerShow;
  const userDays = users * working.days;
  const documents = shows * working.documentsPerDay * working.days * working.months;
  const pings = (userDays * working.connectedHours * 3600) / working.pingSeconds;
  const polls = pings * working.pollingShare;
  const pongs = pings - polls;
  const objects = realtimeObjectsOf(users);
  const notifications =
    userDays * perUserDay(({ isBroadcast }) => (isBroadcast ? 1 : 0)) * objectsPerShow(objects);
  // The object of the user's show, and the one of windows without a show.
  const signOuts = userDays * working.signOutsPerDay * 2;
  // A poll, its ping's answer, and both once more as requests of the Worker.
  const pollRequests = polls * 2;
  const objectRequests = pongs / 20 + notifications + pollRequests + signOuts;
  // An object with a held poll is awake.
  const pollingHours =
    Math.min(objects, users * working.pollingShare) * working.days * working.connectedHours;
  const browsers = simulateBrowsers(
    users * perUserDay(({ browserSeconds }) => (browserSeconds > 0 ? 1 : 0)),
    Math.max(...usages.map(({ browserSeconds }) => browserSeconds)),
  );
  const usage: Record<Priced, number> = {
    requests: userDays * perUserDay(() => 1) + pollRequests,
    cpuMs: userDays * perUserDay(({ cpuMs }) => cpuMs),
    rowsRead: userDays * perUserDay(({ rowsRead }) => rowsRead),
    rowsWritten: userDays * perUserDay(({ rowsWritten }) => rowsWritten),
    storageGb: (documents * working.bytesPerDocument) / 1e9,
    queueOperations: userDays * perUserDay(({ messages }) => messages) * 3,
    objectRequests,
    // Pongs are messages, too; polling keeps an object awake all day.
    objectGbSeconds: (pongs + notifications + signOuts) * messageGbSeconds + pollingHours * hourGbSeconds,
    browserHours: browsers.hours * working.days,
    browsersAtOnce: (browsers.mostAtOnce * working.days) / 30,
    mails: userDays * perUserDay(({ mails }) => mails),
    // One per request and one per message.
    logLines: userDays * perUserDay(({ messages }) => 1 + messages),
  };
  const trips = userDays * perUserDay(({ trips: count }) => count);
  const reads = userDays * perUserDay(({ rowsWritten, trips: count }) => (rowsWritten > 0 ? 0 : count - 1));
  const shares = {
    heldPolls: {
      count: polls,
      requests: pollRequests,
      objectRequests: pollRequests,
      objectGbSeconds: pollingHours * hourGbSeconds,
    },
    signOuts: { count: signOuts, objectRequests: signOuts, objectGbSeconds: signOuts * messageGbSeconds },
  };
  const idleHours =
    usage.browserHours - (userDays * perUserDay(({ browserSeconds }) => browserSeconds)) / 3600;
  return { users, documents, trips, reads, objects, browsers, idleHours, shares, usage };
}

type MonthlyUsage = ReturnType<typeof monthlyUsage>;

/** Returns the dollars that a part of the usage adds to the bill: the included amounts are used up by the rest first. */
function dollarsOfShare({ usage }: MonthlyUsage, share: Partial<Record<Priced, number>>): number {
  return (Object.keys(share) as Priced[]).reduce(
    (sum, what) => sum + dollarsOf(what, usage[what]) - dollarsOf(what, usage[what] - (share[what] ?? 0)),
    0,
  );
}

/** Returns the number of shows that each limit allows, and the remedy. */
function showLimits(usages: readonly Usage[]): { what: string; shows: number; remedy: string }[] {
  const perUserDay = perUserDayOf(usages);
  const busiestHour = Math.max(...hours) / hours.reduce((sum, part) => sum + part, 0);
  const perShow = (pick: (use: Usage) => number) =>
    (working.usersPerShow * perUserDay(pick) * busiestHour) / 3600;
  const month = monthlyUsage(1, usages);
  const full = 0.6;
  return [
    {
      what: 'one shard: 60 % of 10 GB',
      shows: (full * limits.databaseGb) / month.usage.storageGb,
      remedy: 'one more shard',
    },
    {
      what: 'one shard: busy 60 % of the time, without replicas',
      shows: (full * limits.databaseBusyMs) / perShow(({ trips, sqlMs }) => (trips - 1) * sqlMs),
      remedy: 'read replicas, or the same',
    },
    {
      what: 'one shard: busy 60 % of the time, with replicas for all reads',
      shows:
        (full * limits.databaseBusyMs) /
        perShow(({ trips, sqlMs, rowsWritten }) => (rowsWritten > 0 ? (trips - 1) * sqlMs : 0)),
      remedy: 'one more shard',
    },
    {
      what: `${limits.pdfConsumers} PDFs at once: max_concurrency of the PDF queue`,
      shows: limits.pdfConsumers / perShow(({ browserSeconds }) => browserSeconds),
      remedy: 'raise it in wrangler.toml; until then PDFs wait',
    },
    {
      what: 'the directory: busy 60 % of the time (one trip a request)',
      shows: (full * limits.databaseBusyMs) / perShow(({ sqlMs }) => Math.min(1, sqlMs)),
      remedy: 'sessions in databases of their own, by their hash',
    },
    {
      what: 'all storage of the account: 1 TB',
      shows: limits.accountStorageGb / month.usage.storageGb,
      remedy: 'ask for more',
    },
    {
      what: `${limits.browsers} browsers at once`,
      shows: limits.browsers / perShow(({ browserSeconds }) => browserSeconds),
      remedy: 'ask for more',
    },
    {
      what: '5,000 messages a second of one queue',
      shows: limits.queueMessagesPerSecond / perShow(({ messages }) => messages),
      remedy: 'a queue more',
    },
  ].toSorted((a, b) => a.shows - b.shows);
}

const line = (title: string, cells: readonly string[]) =>
  `${title.padEnd(34)}${cells.map((cell) => cell.padStart(24)).join('')}`;

/** Returns the number of those calls, and what they cost. */
function shareCell(
  size: MonthlyUsage,
  { count, ...share }: { count: number } & Partial<Record<Priced, number>>,
): string {
  return `${number(count)}  $${number(dollarsOfShare(size, share), 2)}`;
}

/** Returns tables of the monthly usage, the limits and the simulated day, from the cost of each action. */
export function capacity(usages: readonly Usage[]): string {
  const sizes = [50, 500, 5000].map((shows) => ({ shows, ...monthlyUsage(shows, usages) }));
  const row = (title: string, cell: (size: (typeof sizes)[number]) => string) => line(title, sizes.map(cell));
  const total = ({ usage }: (typeof sizes)[number]) =>
    (Object.keys(usage) as Priced[]).reduce((sum, what) => sum + dollarsOf(what, usage[what]), planDollars);
  return [
    row('a month', ({ shows }) => `${number(shows)} shows`),
    row('users', ({ users }) => number(users)),
    row('documents kept', ({ documents }) => number(documents)),
    row('D1 trips', ({ trips }) => number(trips)),
    row('windows connected at once', ({ users }) => number(users)),
    row('realtime objects', ({ objects }) => number(objects)),
    row('browsers launched a day', ({ browsers }) => number(browsers.launches)),
    row('read by replicas, D1 trips', ({ reads }) => `${number(reads)}  $0`),
    row('held polls, in the rows below', (size) => shareCell(size, size.shares.heldPolls)),
    row('sign-outs, in the rows below', (size) => shareCell(size, size.shares.signOuts)),
    row('browser hours that are idle', ({ idleHours }) => number(idleHours, 1)),
    row('e-mails a working day', ({ usage }) => number(usage.mails / working.days)),
    ...(Object.keys(prices) as Priced[]).map((what) =>
      row(what, ({ usage }) => `${number(usage[what], 1)}  $${number(dollarsOf(what, usage[what]), 2)}`),
    ),
    row('dollars', (one) => `$${number(total(one), 2)}`),
    row('dollars a show', (one) => `$${number(total(one) / one.shows, 2)}`),
    '\nlimits, in the order in which they are met',
    ...showLimits(usages).map(
      ({ what, shows, remedy }) => `${what.padEnd(66)}${number(shows).padStart(8)} shows   ${remedy}`,
    ),
    ...dayOf(usages),
  ].join('\n');
}

function dayOf(usages: readonly Usage[]): string[] {
  const { waits, busiest, fullestObject, ...day } = simulateDay({ users: 10_000, shardCount: 256 }, usages);
  const notifications = ({ p50, p99, most }: (typeof waits)['directory']) =>
    `a trip waits ${number(p50, 2)} ms (p50), ${number(p99, 2)} (p99), ${number(most, 1)} at most`;
  return [
    '\none day of 10,000 connected users over 256 shards',
    `requests                       ${number(day.requests)}, ${number(day.requestsPerSecond)} a second in the busiest minute`,
    `the directory                  busy ${number(busiest.directory * 100, 1)} % of its busiest minute; ${notifications(waits.directory)}`,
    `the busiest shard              busy ${number(busiest.shard * 100, 1)} %; ${notifications(waits.shards)}`,
    `the fullest realtime object    ${number(fullestObject.connections)} windows, ${number(fullestObject.messages)} messages sent in its busiest minute`,
    `browsers at once               ${number(day.browsers)}`,
  ];
}

if (isStarted(import.meta.url)) console.log(capacity(kept));
