import { round, together } from './measure.ts';
import type { Round } from './measure.ts';
import { ask } from './client.ts';
import { profileOf } from './profile.ts';
import type { Counts } from './client.ts';
import type { Revision } from './revision.ts';
import type { Call, Work } from './work.ts';
import type { Trip } from './worker/counted.ts';

/** What was measured of one work in one show. */
export interface Figures {
  work: Work;
  alone: Round;
  /** Eight side by side; null when there was nothing left to do it with. */
  crowd: Round | null;
  counts: Counts;
  /** The least a request costs; and the least that one with this SQL costs, alone and eight side by side. */
  floors: { constant: Round; sql: Round; sqlCrowd: Round } | null;
}

const uncounted: Call = (person, method, path, body) => person.send(method, path, body);

/** What D1 did for one time; trips one after the other are those of the request that made most. */
async function countsOf(work: Work): Promise<{ counts: Counts; names: string[] }> {
  const counts: Counts = { trips: 0, depth: 0, rowsRead: 0, rowsWritten: 0, sqlMs: 0 };
  const names: string[] = [];
  await work.once(async <Body>(...[person, method, path, body]: Parameters<Call>) => {
    const name = `${work.key}-${names.length}`;
    names.push(name);
    const [answer, one] = await person.counted<Body>(name, method, path, body);
    for (const key of ['trips', 'rowsRead', 'rowsWritten', 'sqlMs'] as const) counts[key] += one[key];
    counts.depth = Math.max(counts.depth, one.depth);
    return answer;
  });
  return { counts, names };
}

/** Measures a work: warm, then alone, then eight side by side, and the floors between. */
export async function figuresOf(
  { served: { address, workerd } }: Revision,
  work: Work,
  { seconds, withFloors }: { seconds: number; withFloors: boolean },
): Promise<Figures> {
  const parallel = 8;
  const stock = (perSecond: number) => work.stock?.(Math.ceil(perSecond * seconds));
  const once = () => work.once(uncounted);
  await stock(20);
  const { counts, names } = await countsOf(work);
  await round(once, { parallel: 2, seconds: seconds / 5, workerd });
  await stock(100);
  const alone = await round(once, { parallel: 1, seconds, workerd });
  await stock(200);
  const crowd = await round(once, { parallel, seconds, workerd });
  const floor = (paths: readonly string[], side: number) => {
    const each = async () => {
      for (const path of paths) await ask('GET', address + path);
      return true;
    };
    return round(each, { parallel: side, seconds: seconds / 3, workerd });
  };
  const sql = names.map((name) => `/bench/sql/${name}`);
  const floors = withFloors
    ? {
        constant: await floor(['/bench/constant'], 1),
        sql: await floor(sql, 1),
        sqlCrowd: await floor(sql, parallel),
      }
    : null;
  return { work, alone, crowd: crowd.times.length > 0 ? crowd : null, counts, floors };
}

/** Two measurements of the same, taken in turn. */
export function joined(one: Figures, other: Figures): Figures {
  const crowds = [one.crowd, other.crowd].filter((crowd) => crowd !== null);
  return {
    ...one,
    alone: together([one.alone, other.alone]),
    crowd: crowds.length > 0 ? together(crowds) : null,
  };
}

/** Which Workers take the time, the product's functions with most of their own, and the statements that read most rows. */
export async function whereTimeGoes(
  { served: { address, inspector, workerd } }: Revision,
  work: Work,
  seconds: number,
): Promise<string> {
  await work.stock?.(Math.ceil(50 * seconds));
  const { names } = await countsOf(work);
  let count = 1;
  const spent = await profileOf(inspector, async () => {
    const { times } = await round(() => work.once(uncounted), { parallel: 2, seconds, workerd });
    count = Math.max(count, times.length);
  });
  const trips = await Promise.all(
    names.map(async (name) => {
      const { body } = await ask('GET', `${address}/bench/trips/${name}`);
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
