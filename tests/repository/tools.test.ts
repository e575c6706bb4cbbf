import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './repository-copy.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

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
