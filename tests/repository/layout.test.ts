import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn } from './files.ts';
import { layoutProblems } from './layout.ts';
import { repository } from './repository-copy.ts';

const folders = [
  'domain',
  'functions',
  'queues',
  'durable-objects',
  'sandbox',
  'demo',
  'scripts',
  'bench',
  'stress',
  'tests',
  'web/src',
  'web/functions',
];

function sources(folder: string) {
  return filesIn(folder, '{ts,tsx,mjs}').map((path) => ({
    path,
    text: readFileSync(join(repository, path), 'utf8'),
  }));
}

test('no file of the repository violates the layout rules', () => {
  const all = folders.filter((folder) => existsSync(join(repository, folder))).flatMap(sources);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ path }) => !path.startsWith('tests/repository/')).flatMap(layoutProblems)).toEqual([]);
});

describe('each violation of the layout rules is found', () => {
  test.each([
    ['a folder with a generic name', 'functions/verbs/utils/text.ts', 'export const a = 1;\n'],
    ['a file with a generic name', 'web/src/helpers.ts', 'export const a = 1;\n'],
    ['a barrel of names', 'domain/all.ts', "export { a } from './a.ts';\nexport type { B } from './b.ts';\n"],
    ['a barrel of everything', 'domain/all.ts', "// All.\nexport * from './a.ts';\n"],
    ['a silenced linter', 'domain/a.ts', '// oxlint-disable-next-line no-console\nconsole.log(1);\n'],
    ['a silenced compiler', 'domain/a.ts', '/* @ts-expect-error */\n'],
    ['work left for later', 'domain/a.ts', '// TODO: the rest\n'],
  ])('%s', (_what, path, text) => {
    expect(layoutProblems({ path, text })).toHaveLength(1);
  });

  test('a regular file has no problem', () => {
    const text = "import { a } from './a.ts';\n\nexport { b } from './b.ts';\nexport const c = a;\n";
    expect(layoutProblems({ path: 'domain/library.ts', text })).toEqual([]);
  });
});
