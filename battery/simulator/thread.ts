import { prepareEve } from './initial-state.ts';
import type { Eve } from './initial-state.ts';
import { live } from './life.ts';
import { mutants } from './mutants/mutants.ts';
import { takeJobs } from '../threads.ts';

/** Seeds to live through: of the product as it is, or with a fault planted, until it is found. */
export interface Job {
  from: number;
  count: number;
  /** Its place among the mutants. */
  mutant: number | null;
  isTraced: boolean;
}

export interface Found {
  violations: { seed: number; what: string }[];
  steps: number;
  trace: readonly string[];
}

let sound: Promise<Eve> | null = null;

function eveOf(mutant: number | null): Promise<Eve> {
  if (mutant === null) return (sound ??= prepareEve());
  const { patches, sql } = mutants[mutant] ?? { patches: [], sql: [] };
  return prepareEve(patches, sql);
}

async function run({ from, count, mutant, isTraced }: Job): Promise<Found> {
  const eve = await eveOf(mutant);
  const found: Found = { violations: [], steps: 0, trace: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, steps, trace } = await live(eve, seed, isTraced);
    found.violations.push(...violations.map((what) => ({ seed, what })));
    found.steps += steps;
    found.trace = trace;
    if (mutant !== null && violations.length > 0) break;
  }
  return found;
}

takeJobs(run);
