import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const works = [
  'list 50, newest first, with total',
  'list 50, status, vendor, six months, by date',
  'list 50, by total',
  'list 50, by vendor name',
  'list 50, number contains 01234',
  'free text over vendor and description',
  'list 50, page 6, as one scrolls to it',
  'list 50, page 6, by its number alone',
  'open one purchase order',
  'create a purchase order of 10 lines',
  'submit and two approvals',
  'approve 2 payments at once',
  'render a purchase order as PDF, warm',
];

const workOf = (line: string) => works.find((work) => line.startsWith(work));
const isWork = (line: string) => workOf(line) !== undefined;

/** How fast it is depends on the machine, and decides nothing here. */
test('the bench prints a row for every work, with the floors and what D1 did', { timeout: 600_000 }, () => {
  const bench = ['bench/run.ts', '--documents', '500', '--seconds', '0.05'];
  const { status, stdout, stderr } = spawnSync(process.execPath, bench, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const [measured = '', goals = ''] = stdout.split(/^goals /m);
  const rows = measured.split('\n').filter(isWork);
  expect(rows.map(workOf)).toEqual(works);
  // What is said of each goal hangs on the machine.
  const said = goals.split('\n').filter(isWork);
  expect(said.map(workOf)).toEqual(works);
  for (const line of said) expect(line).toMatch(/ (met|missed \d+\.\d times)/);
  for (const row of rows) {
    const [p50 = '', , , , , , , trips = '', , rowsRead = ''] = row
      .replace(/^.{45}/, '')
      .replaceAll('! ', '')
      .trim()
      .split(/\s+/);
    expect(Number(p50)).toBeGreaterThan(0);
    expect(Number(trips)).toBeGreaterThan(0);
    expect(Number(rowsRead)).toBeGreaterThan(0);
    expect(row).not.toContain('NaN');
  }
});
