import { prepareInitialState } from './initial-state.ts';
import type { InitialState } from './initial-state.ts';
import { runSimulation } from './simulation.ts';
import { mutants } from './mutants/mutants.ts';
import { takeJobs } from '../threads.ts';

/** Seeds to run: of the product as it is, or of a mutant until it is found. */
export interface Job {
  from: number;
  count: number;
  /** Index of the mutant. */
  mutant: number | null;
  isTraced: boolean;
}

export interface Found {
  violations: { seed: number; what: string }[];
  steps: number;
  trace: readonly string[];
}

let intact: Promise<InitialState> | null = null;

function mutantState(mutant: number | null): Promise<InitialState> {
  if (mutant === null) return (intact ??= prepareInitialState());
  const { patches, sql } = mutants[mutant] ?? { patches: [], sql: [] };
  return prepareInitialState(patches, sql);
}

async function run({ from, count, mutant, isTraced }: Job): Promise<Found> {
  const initialState = await mutantState(mutant);
  const theme = mutant === null ? undefined : mutants[mutant]?.theme;
  const found: Found = { violations: [], steps: 0, trace: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, steps, trace } = await runSimulation(initialState, seed, isTraced, { theme });
    found.violations.push(...violations.map((what) => ({ seed, what })));
    found.steps += steps;
    found.trace = trace;
    if (mutant !== null && violations.length > 0) break;
  }
  return found;
}

takeJobs(run);
