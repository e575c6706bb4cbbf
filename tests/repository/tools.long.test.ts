import { afterAll, expect, test } from 'vitest';
import { checkedFiles, RepositoryCopy } from './repository-copy.ts';

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
