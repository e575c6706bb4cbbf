import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replacements } from '../../stress/simulator/replacements.ts';
import { repository } from './repository-copy.ts';

/** Names of functions and constants that a script exports. */
function exportsOf(script: string): string[] {
  const declarations = script.matchAll(/\bexport (?:async )?(?:function|const) (\w+)/g);
  return Array.from(declarations, ([, name = '']) => name).toSorted();
}

test.each(Object.entries(replacements))('the simulator replaces each export of %s', (path, script) => {
  const names = exportsOf(readFileSync(join(repository, path), 'utf8'));
  expect(names.length).toBeGreaterThan(0);
  expect(exportsOf(script)).toEqual(names);
});
