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
 * The test files of a layer that run the line of a fault. Of a line that many run the map names only some: then those count
 * besides that have the name of the file, that run the uses of what the line declares, or the lines nearest to it.
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

/** The tests of each line of the product that mentions what is declared around a line. */
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

/** The map may name a file that has been removed since it was measured. */
function linesOf(path: string): string[] {
  const file = join(repository, path);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}
