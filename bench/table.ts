import { percentile, perSecond } from './measure.ts';
import type { Measurements } from './measurements.ts';

/** Pads columns to their widest cell; the first is left-aligned, numbers are right-aligned. */
function lines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const ms = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : 1);
const rate = (value: number | undefined): string =>
  value === undefined ? '-' : value.toFixed(value < 10 ? 1 : 0);

const columns = [
  ['work', 45],
  ['p50 ms', 8],
  ['p95', 7],
  ['p99', 7],
  ['goal', 5],
  ['/s', 6],
  ['/s of 8', 8],
  ['goal', 5],
  ['trips', 6],
  ['in turn', 8],
  ['rows read', 10],
  ['written', 8],
  ['CPU ms', 7],
  ['floor: constant', 16],
  ['bare SQL', 9],
  ['/s of 8', 8],
] as const;

const inColumns = (cells: readonly string[]): string =>
  columns
    .map(([, width], n) => (n === 0 ? (cells[n] ?? '').padEnd(width) : (cells[n] ?? '').padStart(width)))
    .join('');

/** The head of the table of a show. */
export const head = (): string => inColumns(columns.map(([title]) => title));

/** The row of one work. A `!` marks a value that misses its goal. */
export function rowOf({ work, single, concurrent, counts, baselines }: Measurements): string {
  const { goal } = work;
  const p50 = percentile(single, 50);
  const many = concurrent ? perSecond(concurrent) : undefined;
  const isSlow = many !== undefined && goal.perSecond !== null && many < goal.perSecond;
  return inColumns([
    work.title,
    `${p50 > goal.ms ? '! ' : ''}${ms(p50)}`,
    ms(percentile(single, 95)),
    ms(percentile(single, 99)),
    String(goal.ms),
    rate(perSecond(single)),
    `${isSlow ? '! ' : ''}${rate(many)}`,
    String(goal.perSecond ?? '-'),
    String(counts.trips),
    String(counts.depth),
    String(counts.rowsRead),
    String(counts.rowsWritten),
    ms(concurrent?.cpuMs ?? single.cpuMs),
    ms(baselines ? percentile(baselines.constant, 50) : null),
    ms(baselines ? percentile(baselines.sql, 50) : null),
    rate(baselines ? perSecond(baselines.sqlConcurrent) : undefined),
  ]);
}

/** Lists the goals that this show meets and by how much others are missed. Goals are defined for 100,000 documents. */
export function goalsTable(measurements: readonly Measurements[], documents: number): string {
  const rows = measurements.map(({ work: { title, goal }, single, concurrent }) => {
    const late = percentile(single, 50) / goal.ms;
    const few = goal.perSecond !== null && concurrent ? goal.perSecond / perSecond(concurrent) : null;
    const formatTimes = (times: number | null) =>
      times === null ? '-' : times <= 1 ? 'met' : `missed ${times.toFixed(1)} times`;
    return [title, formatTimes(late), formatTimes(few)];
  });
  const title = `goals for 100,000 documents, in a show of ${documents.toLocaleString('en-US')}`;
  return lines([[title, 'p50', 'a second'], ...rows]).join('\n');
}

/** Compares a large show with a small one: p50 within 1.3 times, rows read within 2 times. */
export function flatTable(small: readonly Measurements[], large: readonly Measurements[]): string {
  const rows = small.flatMap((one) => {
    const other = large.find(({ work }) => work.key === one.work.key);
    if (!other) return [];
    const [p50, rowsRead] = [
      percentile(other.single, 50) / percentile(one.single, 50),
      other.counts.rowsRead / Math.max(1, one.counts.rowsRead),
    ];
    return [
      [
        other.work.title,
        `${p50 > 1.3 ? '! ' : ''}${p50.toFixed(2)}`,
        `${rowsRead > 2 ? '! ' : ''}${rowsRead.toFixed(2)}`,
      ],
    ];
  });
  return lines([['large show against small one, times', 'p50', 'rows read'], ...rows]).join('\n');
}

/** Compares two revisions: above 1 the first one is slower, or does less. */
export function ratioTable(
  names: readonly [string, string],
  pairs: readonly (readonly [Measurements, Measurements])[],
): string {
  const rows = pairs.map(([one, other]) => {
    const [now, before] = [percentile(one.single, 50), percentile(other.single, 50)];
    const [cpu, cpuBefore] = [one, other].map(({ single }) => single.cpuMs);
    const [many, manyBefore] = [one, other].map(({ concurrent }) =>
      concurrent ? perSecond(concurrent) : Number.NaN,
    );
    return [
      one.work.title,
      ms(now),
      ms(before),
      (now / before).toFixed(2),
      rate(many),
      rate(manyBefore),
      ((many ?? Number.NaN) / (manyBefore ?? Number.NaN)).toFixed(2),
      ms(cpu),
      ms(cpuBefore),
      ((cpu ?? Number.NaN) / (cpuBefore ?? Number.NaN)).toFixed(2),
      `${one.counts.trips} ${other.counts.trips}`,
      `${one.counts.rowsRead} ${other.counts.rowsRead}`,
    ];
  });
  const [name, before] = names;
  const titles = [
    'work',
    `p50 ${name}`,
    before,
    'ratio',
    `8: /s ${name}`,
    before,
    'ratio',
    `CPU ms ${name}`,
    before,
    'ratio',
    'D1 trips',
    'rows read',
  ];
  return lines([titles, ...rows]).join('\n');
}
