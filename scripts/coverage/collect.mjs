import { afterAll, TestRunner } from 'vitest';

/** @typedef {Record<string, string[]>} Hits the numbers of the statements that ran, by the file's path */

/** Passes on the statements that ran in this test file and resets the counters, which the next file shares. */
export function collectCoverage() {
  const { file: testFile } = TestRunner.getCurrentSuite();
  // Registered first, so that it runs last.
  afterAll(() => {
    /** @type {Record<string, { s: Record<string, number> }>} */
    const files = Reflect.get(globalThis, '__coverage__') ?? {};
    /** @type {Hits} */
    const hits = {};
    for (const [path, { s: counters }] of Object.entries(files)) {
      const ran = Object.keys(counters).filter((id) => (counters[id] ?? 0) > 0);
      if (ran.length > 0) hits[path] = ran;
      for (const id of ran) counters[id] = 0;
    }
    if (testFile) Reflect.set(testFile.meta, 'hits', hits);
  });
}
