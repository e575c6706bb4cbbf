import { percentile, perSecond } from './measure.ts';
import type { Figures } from './figures.ts';

/** Columns as wide as their widest cell; the first to the left, figures to the right. */
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

/** Its row about one work. A `!` stands before a figure that misses its goal. */
export function rowOf({ work, alone, crowd, counts, floors }: Figures): string {
  const { goal } = work;
  const p50 = percentile(alone, 50);
  const many = crowd ? perSecond(crowd) : undefined;
  const isSlow = many !== undefined && goal.perSecond !== null && many < goal.perSecond;
  return inColumns([
    work.title,
    `${p50 > goal.ms ? '! ' : ''}${ms(p50)}`,
    ms(percentile(alone, 95)),
    ms(percentile(alone, 99)),
    String(goal.ms),
    rate(perSecond(alone)),
    `${isSlow ? '! ' : ''}${rate(many)}`,
    String(goal.perSecond ?? '-'),
    String(counts.trips),
    String(counts.depth),
    String(counts.rowsRead),
    String(counts.rowsWritten),
    ms(crowd?.cpuMs ?? alone.cpuMs),
    ms(floors ? percentile(floors.constant, 50) : null),
    ms(floors ? percentile(floors.sql, 50) : null),
    rate(floors ? perSecond(floors.sqlCrowd) : undefined),
  ]);
}

/** Which goals this show meets, which are stated for 100,000 documents, and by how much the others are missed. */
export function goalsTable(figures: readonly Figures[], documents: number): string {
  const rows = figures.map(({ work: { title, goal }, alone, crowd }) => {
    const late = percentile(alone, 50) / goal.ms;
    const few = goal.perSecond !== null && crowd ? goal.perSecond / perSecond(crowd) : null;
    const said = (times: number | null) =>
      times === null ? '-' : times <= 1 ? 'met' : `missed ${times.toFixed(1)} times`;
    return [title, said(late), said(few)];
  });
  const title = `goals for 100,000 documents, in a show of ${documents.toLocaleString('en-US')}`;
  return lines([[title, 'p50', 'a second'], ...rows]).join('\n');
}

/** How the large show compares with the small one: p50 within 1.3 times, rows read within 2 times. */
export function flatTable(small: readonly Figures[], large: readonly Figures[]): string {
  const rows = small.flatMap((one) => {
    const other = large.find(({ work }) => work.key === one.work.key);
    if (!other) return [];
    const [p50, rowsRead] = [
      percentile(other.alone, 50) / percentile(one.alone, 50),
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

/** One revision against another: above 1 the first is slower, or does less. */
export function ratioTable(
  names: readonly [string, string],
  pairs: readonly (readonly [Figures, Figures])[],
): string {
  const rows = pairs.map(([one, other]) => {
    const [now, before] = [percentile(one.alone, 50), percentile(other.alone, 50)];
    const [cpu, cpuBefore] = [one, other].map(({ alone }) => alone.cpuMs);
    const [many, manyBefore] = [one, other].map(({ crowd }) => (crowd ? perSecond(crowd) : Number.NaN));
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
