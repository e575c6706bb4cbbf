import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const operations = [
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
  'approve 1 payment, decided',
  'render a purchase order as PDF, warm',
];

const operationOf = (line: string) => operations.find((operation) => line.startsWith(operation));
const isOperationRow = (line: string) => operationOf(line) !== undefined;

/** The speed depends on the machine and is not checked. */
test(
  'the bench prints a row for every operation, with the baselines and the D1 counts',
  { timeout: 600_000 },
  () => {
    const bench = ['bench/run.ts', '--documents', '500', '--seconds', '0.05'];
    const { status, stdout, stderr } = spawnSync(process.execPath, bench, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const [measured = '', goals = ''] = stdout.split(/^goals /m);
    const rows = measured.split('\n').filter(isOperationRow);
    expect(rows.map(operationOf)).toEqual(operations);
    // Whether a goal is met depends on the machine.
    const goalRows = goals.split('\n').filter(isOperationRow);
    expect(goalRows.map(operationOf)).toEqual(operations);
    for (const line of goalRows) expect(line).toMatch(/ (met|missed \d+\.\d times)/);
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
  },
);
