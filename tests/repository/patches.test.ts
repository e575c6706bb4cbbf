import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as kill from '../../stress/served/faults/kill.ts';
import * as sockets from '../../stress/served/faults/sockets.ts';
import { mutants } from '../../stress/simulator/mutants/mutants.ts';
import { applyPatch } from '../../stress/simulator/patch.ts';
import type { Patch } from '../../stress/simulator/patch.ts';
import { repository } from './repository-copy.ts';

/** Applies patches in order. Throws for one whose place is not in the source exactly once. */
function applyAll(patches: readonly Patch[]): void {
  const sources = new Map<string, string>();
  for (const patch of patches) {
    const source = sources.get(patch.file) ?? readFileSync(join(repository, patch.file), 'utf8');
    sources.set(patch.file, applyPatch(source, patch));
  }
}

// Otherwise a stress test that runs rarely stops at its first patch long after the change that moved the line.
test.each([
  ['the simulator', [], mutants],
  ['the kills', kill.instruments, kill.faults],
  ['the sockets', sockets.instruments, sockets.faults],
])('the planted faults of %s fit the source', (_, instruments, faults) => {
  for (const { name, patches } of faults)
    expect(() => applyAll([...instruments, ...patches]), name).not.toThrow();
});
