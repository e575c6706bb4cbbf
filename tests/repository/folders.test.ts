import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn } from './files.ts';
import { orderViolations, importCycles, overfullFolders, orders } from './folders.ts';
import { repository } from './repository-copy.ts';

const roots = 'domain functions queues durable-objects web/src sandbox demo scripts bench stress tests';

const paths = roots.split(' ').flatMap((root) => filesIn(root, '*'));
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && /^(functions|web)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));

describe('folders import downwards', () => {
  test.each(orders)('$root', (order) => {
    expect(orderViolations(order, sources)).toEqual([]);
  });

  test('screens have no import cycle', () => {
    expect(importCycles('web/src/screens', sources)).toEqual([]);
  });
});

test('no folder of code has more than 25 files', () => {
  expect(overfullFolders(paths)).toEqual([]);
});

describe('each violation of the order is found', () => {
  const [verbs] = orders;
  const file = (path: string, specifier: string) => ({ path, text: `import { a } from '${specifier}';\n` });

  test.each([
    ['a higher level by its alias', file('functions/verbs/outbox/a.ts', '#verbs/jobs/run-job')],
    ['the same level', file('functions/verbs/approval/a.ts', '#verbs/documents/notes')],
    ['a higher level by its path', file('functions/verbs/outbox/a.ts', '../jobs/run-job.ts')],
    ['a folder without a level', file('functions/verbs/misplaced/a.ts', '#domain/codes')],
  ])('%s', (_what, source) => {
    expect(verbs && orderViolations(verbs, [source])).toHaveLength(1);
  });

  test('an import from a lower level is allowed', () => {
    const source = file('functions/verbs/jobs/a.ts', '#verbs/outbox/jobs');
    expect(verbs && orderViolations(verbs, [source])).toEqual([]);
  });

  test('a cycle of three folders', () => {
    const screens = ['one', 'two', 'three'].map((folder, index, all) =>
      file(`web/src/screens/${folder}/a.tsx`, `../${all[(index + 1) % 3]}/a.tsx`),
    );
    expect(importCycles('web/src/screens', screens)).toEqual(['one', 'three', 'two']);
    expect(importCycles('web/src/screens', screens.slice(1))).toEqual([]);
  });

  test('a crowded folder', () => {
    expect(overfullFolders(Array.from({ length: 26 }, (_, index) => `domain/a/${index}.ts`))).toHaveLength(1);
  });
});
