import { round, mergeRounds } from './measure.ts';
import type { Round } from './measure.ts';
import { sendRequest } from './client.ts';
import { profileOf } from './profile.ts';
import type { Counts } from './client.ts';
import type { Revision } from './revision.ts';
import type { Call, Work } from './work.ts';
import type { Trip } from './worker/trip-counter.ts';

/** Measurements of one work in one show. */
export interface Measurements {
  work: Work;
  single: Round;
  /** Eight concurrent clients; null when the stock was used up. */
  concurrent: Round | null;
  counts: Counts;
  /** Cost of an empty request, and of a request with only this SQL, with one client and with eight. */
  baselines: { constant: Round; sql: Round; sqlConcurrent: Round } | null;
}

const uncounted: Call = (person, method, path, body) => person.send(method, path, body);

/** Returns the D1 counters of one execution; sequential trips are those of the request with the most. */
async function countsOf(work: Work): Promise<{ counts: Counts; names: string[] }> {
  const counts: Counts = { trips: 0, depth: 0, rowsRead: 0, rowsWritten: 0, sqlMs: 0 };
  const names: string[] = [];
  await work.runOnce(async <Body>(...[person, method, path, body]: Parameters<Call>) => {
    const name = `${work.key}-${names.length}`;
    names.push(name);
    const [answer, one] = await person.sendCounted<Body>(name, method, path, body);
    for (const key of ['trips', 'rowsRead', 'rowsWritten', 'sqlMs'] as const) counts[key] += one[key];
    counts.depth = Math.max(counts.depth, one.depth);
    return answer;
  });
  return { counts, names };
}

/** Measures a work: a warm-up, one client, then eight concurrent ones, with the baselines in between. */
export async function measureWork(
  { served: { address, workerd } }: Revision,
  work: Work,
  { seconds, withBaselines }: { seconds: number; withBaselines: boolean },
): Promise<Measurements> {
  const parallel = 8;
  const stock = (perSecond: number) => work.stock?.(Math.ceil(perSecond * seconds));
  const runOnce = () => work.runOnce(uncounted);
  await stock(20);
  const { counts, names } = await countsOf(work);
  await round(runOnce, { parallel: 2, seconds: seconds / 5, workerd });
  await stock(100);
  const single = await round(runOnce, { parallel: 1, seconds, workerd });
  await stock(200);
  const concurrent = await round(runOnce, { parallel, seconds, workerd });
  const measureBaseline = (paths: readonly string[], side: number) => {
    const each = async () => {
      for (const path of paths) await sendRequest('GET', address + path);
      return true;
    };
    return round(each, { parallel: side, seconds: seconds / 3, workerd });
  };
  const sql = names.map((name) => `/bench/sql/${name}`);
  const baselines = withBaselines
    ? {
        constant: await measureBaseline(['/bench/constant'], 1),
        sql: await measureBaseline(sql, 1),
        sqlConcurrent: await measureBaseline(sql, parallel),
      }
    : null;
  return { work, single, concurrent: concurrent.times.length > 0 ? concurrent : null, counts, baselines };
}

/** Merges two alternating measurements of the same work. */
export function mergeMeasurements(one: Measurements, other: Measurements): Measurements {
  const crowds = [one.concurrent, other.concurrent].filter((concurrent) => concurrent !== null);
  return {
    ...one,
    single: mergeRounds([one.single, other.single]),
    concurrent: crowds.length > 0 ? mergeRounds(crowds) : null,
  };
}

/**
 * Lists the Workers that take the time, the functions of the product with the most self time, and the statements that
 * read the most rows.
 */
export async function profileWork(
  { served: { address, inspector, workerd } }: Revision,
  work: Work,
  seconds: number,
): Promise<string> {
  await work.stock?.(Math.ceil(50 * seconds));
  const { names } = await countsOf(work);
  let count = 1;
  const spent = await profileOf(inspector, async () => {
    const { times } = await round(() => work.runOnce(uncounted), { parallel: 2, seconds, workerd });
    count = Math.max(count, times.length);
  });
  const trips = await Promise.all(
    names.map(async (name) => {
      const { body } = await sendRequest('GET', `${address}/bench/trips/${name}`);
      return (JSON.parse(body.toString()) as Trip[]).flatMap(({ statements }) => statements);
    }),
  );
  const statements = trips.flat().toSorted((a, b) => (b.rowsRead ?? 0) - (a.rowsRead ?? 0));
  const product = spent.find(({ worker }) => worker === 'core:user:backlot');
  return [
    `    ${spent
      .slice(0, 5)
      .map(({ worker, ms }) => `${worker} ${(ms / count).toFixed(1)} ms`)
      .join(', ')}`,
    ...(product?.functions ?? [])
      .slice(0, 8)
      .map(({ name, ms }) => `    ${(ms / count).toFixed(3)} ms  ${name}`),
    ...statements
      .slice(0, 3)
      .map(({ sql, rowsRead }) => `    ${rowsRead} rows  ${sql.replaceAll(/\s+/g, ' ').slice(0, 400)}`),
  ].join('\n');
}
