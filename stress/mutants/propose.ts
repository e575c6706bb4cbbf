import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../scripts/environment.mjs';
import { chanceOf } from '../simulator/random.ts';
import type { Area } from './faults.ts';

const folders: Record<Area, readonly string[]> = {
  domain: ['domain'],
  worker: ['functions/verbs', 'functions/store', 'functions/edges', 'functions/middleware'],
  web: ['web/src'],
};

/** Replacements for a piece of a line; each is a common mistake. */
const changes: readonly [RegExp, string | ((...groups: string[]) => string)][] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/(?<=[\w)]) \+ (?=[\w(])/, ' - '],
  [/(?<=[\w)]) - (?=[\w(])/, ' + '],
  [/\.some\(/, '.every('],
  [/\.every\(/, '.some('],
  [/\bMath\.max\(/, 'Math.min('],
  [/\bMath\.min\(/, 'Math.max('],
  [/\bif \(!/, 'if ('],
  [/\bif \((?!!)([^()]+)\)/, (_all, condition) => `if (!(${condition}))`],
  [/\breturn true\b/, 'return false'],
  [/\breturn false\b/, 'return true'],
  [/: true\b/, ': false'],
  [/: false\b/, ': true'],
  [/ \? ([^?:()[\]{};,]+) : ([^?:()[\]{};,]+)(?=[;,]|$)/, (_all, one, other) => ` ? ${other} : ${one}`],
  [/(?<=[( ])(\d+(_\d{3})*)(?=[,;) ]|$)/, (all) => nextNumber(Number(all.replaceAll('_', '')))],
  [/^(\s+)(await |void )?(?!\.)[\w.]+\(.*\);$/, (_all, indent) => `${indent}void 0;`],
  [/\beq\(/, 'ne('],
  [/\blte?\(/, 'gt('],
  [/\bgte?\(/, 'lt('],
  [/\bisNull\(/, 'isNotNull('],
  [/\basc\(/, 'desc('],
  [/\bdesc\(/, 'asc('],
  [/\.filter\(\(([^)]+)\) => ([^&|=<>]+)\)/, (_all, name, test) => `.filter((${name}) => !(${test}))`],
];

/** Large limits are multiplied by ten, since no test notices one more. */
const nextNumber = (number: number) => String(number > 99 ? 10 * number : number + 1);

const isCode = (line: string) =>
  !/^\s*(\*|\/\/|\/\*|import|export (type|interface|\{)|type |interface |\} from)|console\.|\blog\(|className|\bcolumn\(|logColumn\(|row: '|text\(\d|style=|: `|padding|default\(\d|SELECT 1|LIMIT|limit\(1\)|foreseen|attempts: 1|isWhole|\/\^/i.test(
    line,
  ) && !/^\s*'[^']*',?$/.test(line);

/**
 * Proposes faults chosen by a seed, at most one per file, in the format of `faults/`. They need a review: not each
 * changes what the product does.
 */
export function proposeFaults(area: Area, seed: number, count: number): string[] {
  const chance = chanceOf(seed);
  const files = folders[area].flatMap(sourcesIn);
  const proposed = new Map<string, string>();
  for (let tries = 0; proposed.size < count && tries < 100 * count; tries += 1) {
    const file = chance.pick(files);
    const lines = readFileSync(join(repository, file), 'utf8').split('\n');
    const number = chance.below(lines.length);
    const before = lines[number] ?? '';
    const text = lines.join('\n');
    const fitting = changes.filter(([piece, change]) => piece.test(before) && isKnown(change, text));
    if (proposed.has(file) || fitting.length === 0 || !isCode(before) || isMixed(before)) continue;
    if (lines.indexOf(before) !== lines.lastIndexOf(before)) continue;
    const [piece, change] = chance.pick(fitting);
    const after = typeof change === 'string' ? before.replace(piece, change) : before.replace(piece, change);
    const name = `${area}-${String(proposed.size + 1).padStart(2, '0')}`;
    proposed.set(file, [`${name} ${file}`, `- ${before}`, `+ ${after}`].join('\n'));
  }
  return [...proposed.values()];
}

/** Whether the line would mix both kinds of operators without parentheses. */
function isMixed(line: string): boolean {
  return / && /.test(line) && / \|\| /.test(line) && !/\(.* (&&|\|\|) .*\)/.test(line);
}

/** A function of the database library is only used where it is imported. */
function isKnown(change: unknown, text: string): boolean {
  return typeof change !== 'string' || !/^\w+\($/.test(change) || text.includes(change);
}

function sourcesIn(folder: string): string[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1))
    .toSorted();
}
