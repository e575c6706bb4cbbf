import { describe, expect, test } from 'vitest';
import { areas, lineOf, readFaults } from '../../stress/mutants/faults.ts';
import { specsFor } from '../../stress/mutants/specs.ts';

/** The faults of each area. */
const counts = { domain: 69, worker: 70, web: 54 } as const;

describe('the listed mutants of npm run mutants', () => {
  test.each(areas)('those of %s fit their files', (area) => {
    const faults = readFaults(area);
    expect(faults).toHaveLength(counts[area]);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(counts[area]);
    expect(new Set(faults.map(({ file }) => file)).size).toBe(counts[area]);
    for (const fault of faults) expect(lineOf(fault)).toBeGreaterThan(1);
  });

  test('each has specs that run its code', () => {
    for (const { file } of areas.flatMap(readFaults)) expect(specsFor(file)).not.toEqual([]);
  });
});
