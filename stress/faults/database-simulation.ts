import { startTime } from '../simulator/harness.ts';
import { initialStateOf } from '../simulator/initial-state.ts';
import type { InitialState } from '../simulator/initial-state.ts';
import { iso } from '../simulator/clock.ts';
import { runSimulation } from '../simulator/simulation.ts';
import type { SimulationVariant } from '../simulator/simulation.ts';
import { noFaults } from '../simulator/scheduler.ts';
import { userIds } from '../simulator/studio.ts';
import { HttpHarness } from './http-harness.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';
import type { WholeProduct } from './product.ts';
import { loadWhole } from './product-world.ts';

/** Share of all writing round trips. D1 retries reads by itself, so reads get a third of it. */
const faultRates = { ...noFaults, before: 0.2, after: 0.2, stall: 0.1, lost: 0.1, doubled: 0.1 };
/** Number of times a client without an answer repeats the call, under the same key. */
const turns = 40;

interface LifeResult {
  violations: string[];
  steps: number;
  trace: readonly string[];
  calls: number;
  failed: number;
  slowestMs: number;
}

type DatabaseState = InitialState & { product: WholeProduct };

/** Creates the studio with a session for every user. */
export async function prepareDatabaseState({
  patches,
  sql = [],
}: Pick<Mutant, 'patches' | 'sql'>): Promise<DatabaseState> {
  const product = await loadWhole(patches);
  const initialState = await initialStateOf(product, sql);
  const end = iso(startTime + 12 * 3_600_000);
  for (const user of userIds)
    initialState.database.rows(
      'INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      product.sha256(user),
      user,
      user,
      iso(startTime),
      end,
    );
  return initialState;
}

/**
 * Runs one seed on a database that fails every other time. Every tenth seed has no faults, and then no call may fail.
 */
export async function databaseLife(
  initialState: DatabaseState,
  seed: number,
  isTraced: boolean,
): Promise<LifeResult> {
  const isGood = seed % 10 === 0;
  const stages: HttpHarness[] = [];
  const variant: SimulationVariant = {
    harness: (_eve, chance, traced) => {
      const harness = new HttpHarness(initialState, chance, traced);
      stages.push(harness);
      return harness;
    },
    faults: () => (isGood ? noFaults : faultRates),
    turns,
  };
  try {
    const { violations, steps, trace } = await runSimulation(initialState, seed, isTraced, variant);
    const [harness] = stages;
    const { asked = 0, failed = 0, slowestMs = 0 } = harness ?? {};
    for (const key of harness?.unanswered ?? []) violations.push(`${key} is never answered`);
    if (isGood && failed > 0) violations.push(`${failed} calls failed on a good day`);
    return { violations, steps, trace, calls: asked, failed, slowestMs };
  } finally {
    HttpHarness.leave();
  }
}
