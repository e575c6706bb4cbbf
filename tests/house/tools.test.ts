import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Planted, repository } from './planted.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const tree = `
  package.json knip.json .oxfmtrc.json wrangler.toml vitest.config.ts playwright.config.ts worker-configuration.d.ts
  tsconfig.json tsconfig.base.json tsconfig.worker.json tsconfig.web.json tsconfig.node.json
  domain functions queues durable-objects sandbox demo scripts tests
  web/src web/functions web/package.json web/vite.config.ts web/index.html web/wrangler.toml
`
  .trim()
  .split(/\s+/);
const planted = new Planted(tree, true);
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

test.each([
  ['worker', 'functions/verbs/mistyped.ts'],
  ['web', 'web/src/mistyped.ts'],
  ['node', 'tests/e2e/support/mistyped.ts'],
])('the compiler finds a type error (%s)', async (project, path) => {
  planted.write(
    path,
    'const listed = [1];\nexport const wrong: number = listed[0];\nexport const unset: { a?: 1 } = { a: undefined };\n',
  );
  const { code, output } = await planted.run(
    'typescript/bin/tsc',
    '-p',
    `tsconfig.${project}.json`,
    '--noEmit',
  );
  expect(code).not.toBe(0);
  expect(output).toContain(`${path}(2,14): error TS2322`);
  expect(output).toContain(`${path}(3,14): error TS2375`);
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
