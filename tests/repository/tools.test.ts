import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { everything, Planted, repository } from './planted.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const planted = new Planted(everything, true);
afterAll(() => planted.remove());

test('the formatter finds a badly laid out file', async () => {
  planted.write('domain/ragged.ts', 'export const ragged = "double" ;\n');
  const { code, output } = await planted.run('oxfmt/bin/oxfmt', '--check', 'domain/ragged.ts');
  expect(code).not.toBe(0);
  expect(output).toContain('domain/ragged.ts');
});

test('the dead-code check finds an export and a file that nobody uses', async () => {
  planted.write('domain/forgotten.ts', 'export const forgotten = 1;\n');
  planted.write(
    'functions/verbs/half-forgotten.ts',
    'export const used = 1;\nexport const halfForgotten = 2;\n',
  );
  planted.write(
    'tests/functions/half.test.ts',
    "import { used } from '#verbs/half-forgotten';\n\nconsole.log(used);\n",
  );
  const { code, output } = await planted.run('knip/bin/knip.js', '--no-progress');
  expect(code).not.toBe(0);
  expect(output).toMatch(/^domain\/forgotten\.ts/m);
  expect(output).toMatch(/^halfForgotten\b/m);
  expect(output).not.toMatch(/^used\b/m);
});

test('Miniflare is the version that wrangler runs, and the types of Workers are of a version that it supports', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8')) as Manifest;
  const { devDependencies: own = {} } = read('package.json');
  const { dependencies = {}, peerDependencies = {} } = read('node_modules/wrangler/package.json');
  expect(own['miniflare']).toBe(dependencies['miniflare']);
  // `^5.20261023.1`: the same major version, of that day or a later one.
  const parts = (version = '') => version.replace('^', '').split('.').map(Number);
  const [major, day = 0] = parts(own['@cloudflare/workers-types']);
  const [lowestMajor, lowestDay] = parts(peerDependencies['@cloudflare/workers-types']);
  expect(major).toBe(lowestMajor);
  expect(day).toBeGreaterThanOrEqual(lowestDay ?? Number.POSITIVE_INFINITY);
});
