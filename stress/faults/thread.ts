import type { Mutant } from '../simulator/mutants/mutants.ts';
import { prepareBusyState } from './busy-state.ts';
import { prepareDatabaseState, databaseLife } from './database-simulation.ts';
import { mutantsByPart } from './mutants.ts';
import { loadWhole } from './product-world.ts';
import { queueLife } from './queue-simulation.ts';
import { takeJobs } from '../threads.ts';

/** Seeds to run: of the product as it is, or of a mutant until it is found. */
export interface Job {
  part: 'queue' | 'database';
  from: number;
  count: number;
  /** Index of the mutant in its part. */
  mutant: number | null;
  isTraced: boolean;
}

export interface Found {
  violations: { seed: number; what: string }[];
  /** Sums over all seeds; values named `slowest...` are maxima. */
  figures: Record<string, number>;
  trace: readonly string[];
}

interface SimulationResult {
  violations: readonly string[];
  figures: Record<string, number>;
  trace: readonly string[];
}

type Simulation = (seed: number, isTraced: boolean) => Promise<SimulationResult>;

type Fault = Pick<Mutant, 'patches' | 'sql'>;

let busy: ReturnType<typeof busyDay> | null = null;

/** The state that every queue run starts from, and its fault-free end in the unchanged product. */
async function busyDay() {
  const day = await prepareBusyState();
  return { day, faultFreeEnd: (await queueLife(day, 1, null)).end };
}

const intact = new Map<Job['part'], Promise<Simulation>>();

function simulationOf({ part, mutant }: Job): Promise<Simulation> {
  if (mutant !== null) return prepareSimulation(part, mutantsByPart[part][mutant] ?? { patches: [] });
  const cached = intact.get(part) ?? prepareSimulation(part, { patches: [] });
  intact.set(part, cached);
  return cached;
}

async function prepareSimulation(part: Job['part'], fault: Fault): Promise<Simulation> {
  if (part === 'database') {
    const initialState = await prepareDatabaseState(fault);
    return async (seed, isTraced) => {
      const { violations, trace, calls, failed, slowestMs } = await databaseLife(
        initialState,
        seed,
        isTraced,
      );
      return { violations, trace, figures: { calls, failed, slowestMs } };
    };
  }
  const { day, faultFreeEnd } = await (busy ??= busyDay());
  const initialState = fault.patches.length === 0 ? day : { ...day, product: await loadWhole(fault.patches) };
  return async (seed) => {
    const { violations, delivered, failed, dead, entries } = await queueLife(
      initialState,
      seed,
      faultFreeEnd,
    );
    return { violations, trace: [], figures: { delivered, failed, dead, entries } };
  };
}

async function run(job: Job): Promise<Found> {
  const simulate = await simulationOf(job);
  const found: Found = { violations: [], figures: {}, trace: [] };
  for (let seed = job.from; seed < job.from + job.count; seed += 1) {
    const { violations, figures, trace } = await simulate(seed, job.isTraced);
    found.violations.push(...violations.map((what) => ({ seed, what })));
    found.trace = trace;
    for (const [name, figure] of Object.entries(figures)) {
      const before = found.figures[name] ?? 0;
      found.figures[name] = name.startsWith('slowest') ? Math.max(before, figure) : before + figure;
    }
    if (job.mutant !== null && violations.length > 0) break;
  }
  return found;
}

takeJobs(run);
