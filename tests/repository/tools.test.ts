import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkedFiles, RepositoryCopy, repository } from './repository-copy.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const copy = new RepositoryCopy(checkedFiles, true);
afterAll(() => copy.remove());

test('the formatter finds a badly laid out file', async () => {
  copy.write('domain/ragged.ts', 'export const ragged = "double" ;\n');
  const { code, output } = await copy.run('oxfmt/bin/oxfmt', '--check', 'domain/ragged.ts');
  expect(code).not.toBe(0);
  expect(output).toContain('domain/ragged.ts');
});

test('the dead-code check finds an unused export and an unused file', async () => {
  copy.write('domain/forgotten.ts', 'export const forgotten = 1;\n');
  copy.write(
    'functions/verbs/half-forgotten.ts',
    'export const used = 1;\nexport const halfForgotten = 2;\n',
  );
  copy.write(
    'tests/functions/half.test.ts',
    "import { used } from '#verbs/half-forgotten';\n\nconsole.log(used);\n",
  );
  const { code, output } = await copy.run('knip/bin/knip.js', '--no-progress');
  expect(code).not.toBe(0);
  expect(output).toMatch(/^domain\/forgotten\.ts/m);
  expect(output).toMatch(/^halfForgotten\b/m);
  expect(output).not.toMatch(/^used\b/m);
});

test('Miniflare has the version that wrangler uses, and the Workers types one that it supports', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8')) as Manifest;
  const { devDependencies: own = {} } = read('package.json');
  const { dependencies = {}, peerDependencies = {} } = read('node_modules/wrangler/package.json');
  expect(own['miniflare']).toBe(dependencies['miniflare']);
  // `^5.20261023.1` allows the same major version of that day or later.
  const parts = (version = '') => version.replace('^', '').split('.').map(Number);
  const [major, day = 0] = parts(own['@cloudflare/workers-types']);
  const [lowestMajor, lowestDay] = parts(peerDependencies['@cloudflare/workers-types']);
  expect(major).toBe(lowestMajor);
  expect(day).toBeGreaterThanOrEqual(lowestDay ?? Number.POSITIVE_INFINITY);
});
