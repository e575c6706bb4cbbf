import type { Mutant } from '../simulator/mutants/mutants.ts';
import { busyEve } from './busy-day.ts';
import { databaseEve, databaseLife } from './database-life.ts';
import { planted } from './mutants.ts';
import { loadWhole } from './product-world.ts';
import { queueLife } from './queue-life.ts';
import { takeJobs } from '../threads.ts';

/** Seeds to live through: of the product as it is, or with a fault planted, until it is found. */
export interface Job {
  part: 'queue' | 'database';
  from: number;
  count: number;
  /** Its place among the planted faults of the part. */
  mutant: number | null;
  isTraced: boolean;
}

export interface Found {
  violations: { seed: number; what: string }[];
  /** Sums over the lives, but for what is called the slowest. */
  figures: Record<string, number>;
  trace: readonly string[];
}

interface Lived {
  violations: readonly string[];
  figures: Record<string, number>;
  trace: readonly string[];
}

type Live = (seed: number, isTraced: boolean) => Promise<Lived>;

type Fault = Pick<Mutant, 'patches' | 'sql'>;

let busy: ReturnType<typeof busyDay> | null = null;

/** The day that every life of the queue follows, and how it ends in peace: what the sound product makes of it. */
async function busyDay() {
  const day = await busyEve();
  return { day, peace: (await queueLife(day, 1, null)).end };
}

const sound = new Map<Job['part'], Promise<Live>>();

function liveOf({ part, mutant }: Job): Promise<Live> {
  if (mutant !== null) return prepared(part, planted[part][mutant] ?? { patches: [] });
  const known = sound.get(part) ?? prepared(part, { patches: [] });
  sound.set(part, known);
  return known;
}

async function prepared(part: Job['part'], fault: Fault): Promise<Live> {
  if (part === 'database') {
    const eve = await databaseEve(fault);
    return async (seed, isTraced) => {
      const { violations, trace, calls, failed, slowestMs } = await databaseLife(eve, seed, isTraced);
      return { violations, trace, figures: { calls, failed, slowestMs } };
    };
  }
  const { day, peace } = await (busy ??= busyDay());
  const eve = fault.patches.length === 0 ? day : { ...day, product: await loadWhole(fault.patches) };
  return async (seed) => {
    const { violations, delivered, failed, dead, entries } = await queueLife(eve, seed, peace);
    return { violations, trace: [], figures: { delivered, failed, dead, entries } };
  };
}

async function run(job: Job): Promise<Found> {
  const live = await liveOf(job);
  const found: Found = { violations: [], figures: {}, trace: [] };
  for (let seed = job.from; seed < job.from + job.count; seed += 1) {
    const { violations, figures, trace } = await live(seed, job.isTraced);
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
