import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { testsOf } from '../../scripts/coverage/map-file.mjs';
import type { CoverageMap, Group } from '../../scripts/coverage/map-file.mjs';
import { maxPerLayer } from '../../scripts/coverage/merge.mjs';
import { repository } from '../../scripts/environment.mjs';
import { lineOf } from './faults.ts';
import type { Fault } from './faults.ts';

const maxFiles = 16;

/**
 * Returns the test files of a layer that run the line of a fault. The coverage map names only some tests of a line that
 * many run; then the test files named like the source file, those that run the users of the declaration, or those of
 * the nearest lines count too.
 */
export function coveringFiles(
  fault: Fault,
  map: CoverageMap,
  isOfLayer: (file: string) => boolean,
): string[] {
  const line = lineOf(fault);
  const own = testsOf(map, fault.file, line).filter(isOfLayer);
  if (own.length < maxPerLayer) return own;
  const stem = basename(fault.file).replace(/\.tsx?$/, '');
  const named = [...map.numbers.keys()].filter((file) => basename(file).startsWith(stem));
  const using = usesOf(fault, line, map)
    .filter((tests) => tests.some(isOfLayer))
    .toSorted((one, other) => one.length - other.length)
    .flatMap((tests) => tests.filter(isOfLayer).slice(0, 3));
  const distance = ({ lines }: Group) => Math.min(...lines.map((one) => Math.abs(one - line)));
  const groups = map.files.get(fault.file)?.groups ?? [];
  const near = groups.toSorted((one, other) => distance(one) - distance(other)).flatMap(({ tests }) => tests);
  const order = [...named.slice(0, 2), ...using.slice(0, 6), ...own, ...near].filter(isOfLayer);
  return [...new Set(order)].slice(0, maxFiles);
}

/** Returns the tests of each line that uses the declaration around a line. */
function usesOf({ file }: Fault, line: number, map: CoverageMap): string[][] {
  const lines = linesOf(file).slice(0, line);
  const declaration = lines.findLast((text) => /^(export )?(const|function|class) /.test(text));
  const [name] = /(?<=(?:const|function|class) )\w+/.exec(declaration ?? '') ?? [];
  if (name === undefined) return [];
  const mention = new RegExp(`\\b${name}\\b`);
  return [...map.files.keys()].flatMap((path) =>
    linesOf(path).flatMap((text, index) => (mention.test(text) ? [testsOf(map, path, index + 1)] : [])),
  );
}

/** The map may name a file that was removed after the measurement. */
function linesOf(path: string): string[] {
  const file = join(repository, path);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}
