import { afterAll, expect, test } from 'vitest';
import { checkedFiles, RepositoryCopy } from './repository-copy.ts';

const copy = new RepositoryCopy(checkedFiles, true);
afterAll(() => copy.remove());

test.each([
  ['worker', 'functions/verbs/mistyped.ts'],
  ['web', 'web/src/mistyped.ts'],
  ['node', 'tests/e2e/support/mistyped.ts'],
])('the compiler finds a type error (%s)', async (project, path) => {
  copy.write(
    path,
    'const listed = [1];\nexport const wrong: number = listed[0];\nexport const unset: { a?: 1 } = { a: undefined };\n',
  );
  const { code, output } = await copy.run('typescript/bin/tsc', '-p', `tsconfig.${project}.json`, '--noEmit');
  expect(code).not.toBe(0);
  expect(output).toContain(`${path}(2,14): error TS2322`);
  expect(output).toContain(`${path}(3,14): error TS2375`);
});
