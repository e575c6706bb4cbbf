import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDir } from '../../scripts/environment.mjs';
import { areas } from './faults.ts';
import type { Fault } from './faults.ts';
import { layers } from './layers.ts';
import type { Layer, Outcome } from './layers.ts';

/** Results of the layers for a fault, keyed by its text, so that a changed fault is tested again. */
type Outcomes = Partial<Record<Layer, Outcome>>;
type Kept = Record<string, Outcomes>;

const file = join(cacheDir, 'mutants.json');
const keyOf = ({ file: path, before, after }: Fault) => [path, before, after].join('\n');
const read = (): Kept => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {});

export const outcomesOf = (fault: Fault): Outcomes => read()[keyOf(fault)] ?? {};

export function forget(fault: Fault): void {
  write({ ...read(), [keyOf(fault)]: {} });
}

export function saveOutcome(fault: Fault, layer: Layer, outcome: Outcome): void {
  write({ ...read(), [keyOf(fault)]: { ...outcomesOf(fault), [layer]: outcome } });
}

function write(kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(kept, null, 1));
}

/** A fault is decided when a test has found it, or when the product did not load. */
export const isDecided = (outcomes: Outcomes) =>
  Object.values(outcomes).some(({ is }) => is === 'found' || is === 'broken');

/** Describes the result of a fault in one line. */
export function describeFault(fault: Fault): string {
  const outcomes = outcomesOf(fault);
  const seconds = Object.values(outcomes).reduce((sum, outcome) => sum + outcome.seconds, 0);
  const decided = layers.find((layer) => ['found', 'broken'].includes(outcomes[layer]?.is ?? ''));
  const outcome = decided && outcomes[decided];
  const verdict = outcome
    ? `${outcome.is === 'found' ? 'found ' : 'BROKEN'}  ${decided.padEnd(9)}  ${oneLine(outcome.by ?? '')}`
    : `${Object.keys(outcomes).length > 0 ? 'MISSED' : 'not run'}  ${Object.entries(outcomes)
        .map(([layer, { is }]) => `${layer}: ${is}`)
        .join(', ')}`;
  return `${fault.name.padEnd(9)}  ${String(seconds).padStart(4)} s  ${verdict}`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 170);

/** Returns a table of the findings of each layer per area. */
export function summary(faults: readonly Fault[]): string {
  const rows = areas.flatMap((area) => {
    const own = faults.filter((fault) => fault.area === area).map(outcomesOf);
    if (own.length === 0) return [];
    const count = (is: (outcomes: Outcomes) => boolean) => own.filter(is).length;
    const found = layers.map((layer) => count((outcomes) => outcomes[layer]?.is === 'found'));
    const broken = count((outcomes) => Object.values(outcomes).some(({ is }) => is === 'broken'));
    const open = count((outcomes) => Object.keys(outcomes).length === 0);
    const missed = own.length - broken - open - found.reduce((sum, one) => sum + one, 0);
    return [[area, own.length, ...found, broken, missed, open]];
  });
  const heading = ['area', 'faults', ...layers, 'broken', 'missed', 'not run'];
  return [heading, ...rows].map((row) => row.map((cell) => String(cell).padStart(9)).join(' ')).join('\n');
}
