import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../scripts/environment.mjs';
import type { Patch } from '../simulator/patch.ts';

/** Part of the product with the fault, which decides which tests must find it. */
export type Area = 'domain' | 'worker' | 'web';
export const areas: readonly Area[] = ['domain', 'worker', 'web'];

/** A change of one line of the product. */
export interface Fault {
  /** `domain-07`. */
  name: string;
  area: Area;
  file: string;
  before: string;
  after: string;
}

const listOf = (area: Area) => join(repository, 'stress/mutants/faults', `${area}.txt`);

/** Reads the listed faults of an area. Each has three lines: its name and file, the original line, the changed line. */
export function readFaults(area: Area): Fault[] {
  const rows = readFileSync(listOf(area), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'));
  return Array.from({ length: Math.ceil(rows.length / 3) }, (_, index) => {
    const [head = '', before = '', after = ''] = rows.slice(3 * index, 3 * index + 3);
    const [name = '', file = ''] = head.split(' ');
    if (file === '' || !before.startsWith('- ') || !after.startsWith('+ '))
      throw new Error(`${area}.txt: no fault: ${head}`);
    return { name, area, file, before: before.slice(2), after: after.slice(2) };
  });
}

/** Returns the patch of a fault: the whole line with the ends of its neighbours. */
export function patchOf({ file, before, after }: Fault): Patch {
  return { file, find: `\n${before}\n`, replace: `\n${after}\n` };
}

/** Returns the number of the line that the fault changes. Throws unless it fits exactly one place. */
export function lineOf({ name, file, before, after }: Fault): number {
  const path = join(repository, file);
  if (!existsSync(path)) throw new Error(`${name}: there is no ${file}`);
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((line, index) => (line === before ? [index + 1] : []));
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`${name}: ${file} has ${places.length} lines: ${before}`);
  if (before === after) throw new Error(`${name}: nothing is changed`);
  return place;
}
