import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './repository-copy.ts';
import { privateWords } from './words.ts';

const code =
  '{domain,functions,queues,durable-objects,sandbox,demo,scripts,bench,stress,tests,web/src,web/functions}';

test('names, comments and documents contain no private word', () => {
  const paths = globSync([`${code}/**/*.{ts,tsx,mjs}`, '*.{ts,md}', 'docs/*.md', 'docs/decisions/*.md'], {
    cwd: repository,
  })
    // The list of former titles quotes them.
    .filter((path) => !/tests\/repository\/words|docs\/testing-moves/.test(path));
  expect(paths.length).toBeGreaterThan(1000);
  const found = paths.flatMap((path) =>
    privateWords({ path, text: readFileSync(join(repository, path), 'utf8') }),
  );
  expect(found).toEqual([]);
});

describe('a private word is found', () => {
  test.each([
    ['in a name', 'domain/a.ts', 'export const runErrand = 1;\n', 'runErrand'],
    ['in a whole name', 'domain/a.ts', 'goOn();\n', 'goOn'],
    ['in a file name', 'domain/seat-row.ts', 'export const a = 1;\n', 'seat-row.ts'],
    ['in a comment', 'domain/a.ts', '/** Whoever asked. */\n', 'Whoever'],
    ['in a document', 'docs/a.md', 'The user enters his name.\n', 'his'],
  ])('%s', (_where, path, text, word) => {
    expect(privateWords({ path, text })).toEqual([expect.stringContaining(word)]);
  });

  test('and no other word', () => {
    const text = "/** The user asked for a desktop. */\nexport const fulfilled = 'an errand of somebody';\n";
    expect(privateWords({ path: 'domain/a.ts', text })).toEqual([]);
  });
});
