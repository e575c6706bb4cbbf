import { afterAll, expect, test } from 'vitest';
import { Planted } from './planted.ts';

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
