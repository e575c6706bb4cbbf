/**
 * `node bench/capacity.ts`: what 50, 500 and 5,000 shows need and cost a month, which limit each meets first, and one day
 * of 10,000 connected users over 256 shards.
 */
import { simulateDay } from './day.ts';
import { dollarsOf, limits, planDollars, prices } from './prices.ts';
import type { Priced } from './prices.ts';
import { deeds, hours, working } from './usage.ts';

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

const perUserDay = (pick: (deed: (typeof deeds)[number]) => number): number =>
  deeds.reduce((sum, deed) => sum + deed.perDay * pick(deed), 0);

/** What so many shows use in a month. */
function monthOf(shows: number) {
  const users = shows * working.usersPerShow;
  const userDays = users * working.days;
  const documents = shows * working.documentsPerDay * working.days * working.months;
  const pongs = (userDays * working.connectedHours * 3600) / working.pingSeconds;
  const told = userDays * perUserDay(({ isTold }) => (isTold ? 1 : 0));
  const objectRequests = pongs / 20 + told;
  const used: Record<Priced, number> = {
    requests: userDays * perUserDay(() => 1),
    cpuMs: userDays * perUserDay(({ cpuMs }) => cpuMs),
    rowsRead: userDays * perUserDay(({ rowsRead }) => rowsRead),
    rowsWritten: userDays * perUserDay(({ rowsWritten }) => rowsWritten),
    storageGb: (documents * working.bytesPerDocument) / 1e9,
    queueOperations: userDays * perUserDay(({ messages }) => messages) * 3,
    objectRequests,
    // Ten milliseconds in 128 MB for each message, pongs among them.
    objectGbSeconds: (pongs + told) * 0.01 * 0.125,
    browserHours: (userDays * perUserDay(({ browserSeconds }) => browserSeconds)) / 3600,
  };
  const trips = userDays * perUserDay(({ trips: count }) => count);
  return { users, documents, trips, used };
}

/** How many shows one limit allows, and what is done there. */
function bounds(): { what: string; shows: number; remedy: string }[] {
  const busiestHour = Math.max(...hours) / hours.reduce((sum, part) => sum + part, 0);
  const perShow = (pick: (deed: (typeof deeds)[number]) => number) =>
    (working.usersPerShow * perUserDay(pick) * busiestHour) / 3600;
  const month = monthOf(1);
  const full = 0.6;
  return [
    {
      what: 'one shard: 60 % of 10 GB',
      shows: (full * limits.databaseGb) / month.used.storageGb,
      remedy: 'a binding SHOWS_n more; new shows go to the emptiest shard by themselves',
    },
    {
      what: 'one shard: busy 60 % of the time',
      shows: (full * limits.databaseBusyMs) / perShow(({ trips, sqlMs }) => (trips - 1) * sqlMs),
      remedy: 'the same',
    },
    {
      what: 'the directory: busy 60 % of the time (one trip a request)',
      shows: (full * limits.databaseBusyMs) / perShow(({ sqlMs }) => Math.min(1, sqlMs)),
      remedy: 'sessions to a database of their own, by the first letters of their hash',
    },
    {
      what: 'all storage of the account: 1 TB',
      shows: limits.accountStorageGb / month.used.storageGb,
      remedy: 'ask for more, or move shows that have wrapped to R2',
    },
    {
      what: `${limits.browsers} browsers at once`,
      shows: limits.browsers / perShow(({ browserSeconds }) => browserSeconds),
      remedy:
        'max_concurrency of the PDF queue keeps below it; PDFs wait in the queue, and the limit can be raised',
    },
    {
      what: '5,000 messages a second of one queue',
      shows: limits.queueMessagesPerSecond / perShow(({ messages }) => messages),
      remedy: 'a queue more',
    },
  ].toSorted((a, b) => a.shows - b.shows);
}

const sizes = [50, 500, 5000].map((shows) => ({ shows, ...monthOf(shows) }));
const line = (title: string, cells: readonly string[]) =>
  `${title.padEnd(34)}${cells.map((cell) => cell.padStart(24)).join('')}`;
console.log(
  line(
    'a month',
    sizes.map(({ shows }) => `${number(shows)} shows`),
  ),
);
console.log(
  line(
    'users',
    sizes.map(({ users }) => number(users)),
  ),
);
console.log(
  line(
    'documents kept',
    sizes.map(({ documents }) => number(documents)),
  ),
);
console.log(
  line(
    'D1 trips',
    sizes.map(({ trips }) => number(trips)),
  ),
);
console.log(
  line(
    'windows connected at once',
    sizes.map(({ users }) => number(users)),
  ),
);
for (const what of Object.keys(prices) as Priced[]) {
  const cells = sizes.map(
    ({ used }) => `${number(used[what], 1)}  $${number(dollarsOf(what, used[what]), 2)}`,
  );
  console.log(line(what, cells));
}
const total = ({ used }: (typeof sizes)[number]) =>
  (Object.keys(used) as Priced[]).reduce((sum, what) => sum + dollarsOf(what, used[what]), planDollars);
console.log(
  line(
    'dollars',
    sizes.map((one) => `$${number(total(one), 2)}`),
  ),
);
console.log(
  line(
    'dollars a show',
    sizes.map((one) => `$${number(total(one) / one.shows, 2)}`),
  ),
);
console.log('\nlimits, in the order in which they are met');
for (const { what, shows, remedy } of bounds())
  console.log(`${what.padEnd(60)}${number(shows).padStart(8)} shows   ${remedy}`);

const { waits, busiest, fullestObject, ...day } = simulateDay({ users: 10_000, shardCount: 256 });
console.log(`
one day of 10,000 connected users over 256 shards
requests                       ${number(day.requests)}, ${number(day.requestsPerSecond)} a second in the busiest minute
the directory                  busy ${number(busiest.directory * 100, 1)} % of its busiest minute; a trip waits ${number(waits.directory.p50, 2)} ms (p50), ${number(waits.directory.p99, 2)} (p99), ${number(waits.directory.most, 1)} at most
the busiest shard              busy ${number(busiest.shard * 100, 1)} %; a trip waits ${number(waits.shards.p50, 2)} ms (p50), ${number(waits.shards.p99, 2)} (p99), ${number(waits.shards.most, 1)} at most
the fullest realtime object    ${number(fullestObject.connections)} windows, ${number(fullestObject.messages)} messages sent in its busiest minute
browsers at once               ${number(day.browsers)}`);
