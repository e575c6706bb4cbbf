import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = resolve('scripts/requirements.mjs');
const floorFile = 'docs/requirements-covered.txt';
let root = '';

function put(path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

function run(...options: string[]): { status: number | null; out: string; err: string } {
  const ended = spawnSync(process.execPath, [script, ...options], { cwd: root, encoding: 'utf8' });
  return { status: ended.status, out: ended.stdout, err: ended.stderr };
}

/** Writes Vitest's JSON report with one file of these tests: title -> status. */
function vitestReport(
  tests: Record<string, 'passed' | 'failed' | 'skipped'>,
  ancestorTitles: string[] = [],
  name = '/anywhere/tests/functions/a.test.ts',
): void {
  const assertionResults = Object.entries(tests).map(([title, status]) => ({
    ancestorTitles,
    title,
    status,
  }));
  put('.reports/vitest.json', { testResults: [{ name, assertionResults }] });
}

/** Writes Playwright's JSON report with one spec inside one describe block. */
function playwrightReport(block: string, title: string, status: 'expected' | 'unexpected' | 'skipped'): void {
  const spec = { title, ok: status !== 'unexpected', tests: [{ status }] };
  put('.reports/playwright.json', {
    suites: [{ title: 'PO-02.spec.ts', specs: [], suites: [{ title: block, specs: [spec], suites: [] }] }],
  });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'requirements-'));
  put(
    'docs/requirements.md',
    '# Requirements\n\n[orders](requirements/orders.md), [calls](requirements/calls.md)\n',
  );
  put(
    'docs/requirements/orders.md',
    '# Orders\n\n## PO: purchase orders\n\n- **PO-01** [api] One.\n- **PO-02** [web] Two, see PO-77.\n- **PO-03** [both] Three.\n',
  );
  put(
    'docs/requirements/calls.md',
    '# DEC: decisions (all)\n\n### DEC-01: first\n\n| Id | Call |\n|---|---|\n| **API-100** | `GET /` |\n',
  );
  vitestReport({});
  playwrightReport('empty', 'has no id', 'expected');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the list', () => {
  test('the list counts ids in titles of passing tests by section, from bullets, headings and table rows', () => {
    vitestReport({ 'PO-01, DEC-01: both': 'passed', 'PO-02: breaks': 'failed', 'PO-03: later': 'skipped' });
    const { status, out } = run();
    expect(status).toBe(0);
    expect(out).toMatch(/^PO {2}purchase orders: 1 of 3$/m);
    expect(out).toMatch(/^ {4}tested {2}PO-01$/m);
    expect(out).toMatch(/^ {4}open {4}PO-02 PO-03$/m);
    expect(out).toMatch(/^DEC decisions: 1 of 1$/m);
    expect(out).toMatch(/^API : 0 of 1$/m);
    expect(out).toContain('2 of 5 requirements have a passing test at each layer, 3 do not.');
  });

  test('the list counts ids of sections with up to eight letters', () => {
    put(
      'docs/requirements/calls.md',
      '## PERIOD: entries\n\n- **PERIOD-01** [api] One.\n- **PERIOD-02** Two.\n',
    );
    vitestReport({ 'PERIOD-01, PO-01: entered': 'passed' });
    const { out } = run();
    expect(out).toMatch(/^PERIOD entries: 1 of 2$/m);
    expect(out).toContain('2 of 5 requirements');
    vitestReport({ 'PERIOD-03: entered': 'passed' });
    expect(run('--check').err).toContain('PERIOD-03 is not in the requirements');
  });

  test('the list reads describe blocks and Playwright titles, but not file names', () => {
    vitestReport({ 'an approver sees it': 'passed' }, ['PO-01']);
    playwrightReport('PO-03 in a browser', 'DEC-01: loads', 'expected');
    expect(run().out).toContain('2 of 5 requirements');
    expect(run().out).toMatch(/^ {4}open {4}PO-02$/m);
    playwrightReport('PO-03 in a browser', 'DEC-01: loads', 'skipped');
    expect(run().out).toContain('1 of 5 requirements');
  });

  test('a rule counts at its layer: calls over HTTP, screens in a browser, some in both', () => {
    vitestReport({ 'API-100, PO-02, PO-03: answered': 'passed' });
    const overHttp = run().out;
    expect(overHttp).toMatch(/^API : 1 of 1$/m);
    expect(overHttp).toMatch(/^ {4}half {4}PO-03:web$/m);
    expect(overHttp).toMatch(/^ {4}open {4}PO-01 PO-02$/m);
    playwrightReport('in a browser', 'API-100, PO-01, PO-02, PO-03: shown', 'expected');
    const inBoth = run().out;
    expect(inBoth).toMatch(/^ {4}tested {2}PO-02 PO-03$/m);
    expect(inBoth).toMatch(/^ {4}open {4}PO-01$/m);
    vitestReport({ 'API-100, PO-03, DEC-01: reckoned': 'passed' }, [], '/anywhere/tests/domain/a.test.ts');
    const asRules = run().out;
    expect(asRules).toMatch(/^API : 0 of 1$/m);
    expect(asRules).toMatch(/^ {4}half {4}PO-03:api$/m);
    expect(asRules).toMatch(/^DEC decisions: 1 of 1$/m);
  });

  test('counts a component test as one of a screen', () => {
    vitestReport({ 'PO-02, PO-03: shown': 'passed' }, [], '/anywhere/tests/component/a.test.ts');
    const { out } = run();
    expect(out).toMatch(/^ {4}tested {2}PO-02$/m);
    expect(out).toMatch(/^ {4}half {4}PO-03:api$/m);
  });

  test.each([
    'PO-01..PO-03 in a range',
    'PO-01–PO-03',
    'PO-01…PO-03',
    'PO-010 is longer',
    'XPO-01',
    'PO-01b',
    'PO-01-x',
  ])('finds no id in a range or in a longer word, sample %#', (title) => {
    vitestReport({ [title]: 'passed' });
    expect(run().out).toContain('0 of 5 requirements');
  });

  test('missing or broken reports are reported, and the list is still printed', () => {
    rmSync(join(root, '.reports'), { recursive: true });
    const none = run();
    expect(none.status).toBe(0);
    expect(none.err).toContain('There is no .reports/vitest.json: run `npm test`, which writes it.');
    expect(none.out).toContain('0 of 5 requirements');
    put('.reports/vitest.json', '{ half');
    expect(run().err).toContain('.reports/vitest.json cannot be read');
    expect(run('--check').status).toBe(1);
  });
});

describe('--check and the floor', () => {
  test('passes while every line of the floor is tested, and names the one that lost its test', () => {
    put(floorFile, '# a comment\nPO-01 api\nDEC-01\n');
    vitestReport({ 'PO-01, DEC-01: both': 'passed' });
    expect(run('--check')).toMatchObject({ status: 0, err: '' });
    vitestReport({ 'PO-01: one': 'passed', 'DEC-01: breaks': 'failed' });
    expect(run('--check')).toMatchObject({ status: 1, err: 'DEC-01 had a passing test and has none now.\n' });
    expect(run().status).toBe(0);
  });

  test('fails on an id that the pages do not define: in a title, in the floor, or with a mistyped section', () => {
    vitestReport({
      'PO-77: mentioned only in a text': 'failed',
      'DCE-01: mistyped': 'passed',
      'reads UTF-16': 'passed',
    });
    put(floorFile, 'PO-55\n');
    const { status, err } = run('--check');
    expect(status).toBe(1);
    expect(err.split('\n')).toStrictEqual([
      'PO-77 is not in the requirements, but a test names it: PO-77: mentioned only in a text',
      'DCE-01 is not in the requirements, but a test names it: DCE-01: mistyped',
      'PO-55 is in docs/requirements-covered.txt, but not in the requirements.',
      '',
    ]);
  });

  test('fails when an id is defined twice', () => {
    put('docs/requirements/orders.md', '- **PO-01** One.\n- **PO-01** Again.\n');
    expect(run('--check')).toMatchObject({ status: 1, err: 'PO-01 is defined twice in the requirements.\n' });
  });

  test('--update adds in the order of the pages and keeps what was there', () => {
    put(floorFile, 'PO-03 web\n');
    vitestReport({ 'DEC-01 and PO-01 are tested': 'passed' });
    expect(run('--update').out).toContain('docs/requirements-covered.txt: 2 added.');
    const ids = readFileSync(join(root, floorFile), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(ids).toStrictEqual(['PO-01 api', 'PO-03 web', 'DEC-01', '']);
    expect(run('--check')).toMatchObject({
      status: 1,
      err: 'PO-03 web had a passing test and has none now.\n',
    });
  });

  test('an unknown option is refused', () => {
    expect(run('--chek').status).toBe(2);
  });
});
