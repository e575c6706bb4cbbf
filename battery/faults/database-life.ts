import { dawn } from '../simulator/harness.ts';
import { eveOf } from '../simulator/initial-state.ts';
import type { Eve } from '../simulator/initial-state.ts';
import { iso } from '../simulator/clock.ts';
import { live } from '../simulator/life.ts';
import type { Manner } from '../simulator/life.ts';
import { calm } from '../simulator/scheduler.ts';
import { everybody } from '../simulator/studio.ts';
import { HttpStage } from './http-stage.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';
import type { WholeProduct } from './product.ts';
import { loadWhole } from './product-world.ts';

/** Of all trips that write; D1 tries reads again by itself, so that a third of it is left there. */
const storm = { ...calm, before: 0.2, after: 0.2, stall: 0.1, lost: 0.1, doubled: 0.1 };
/** Whoever gets no answer asks again so often, under the same key. */
const turns = 40;

interface Told {
  violations: string[];
  steps: number;
  trace: readonly string[];
  calls: number;
  failed: number;
  slowestMs: number;
}

type DatabaseEve = Eve & { product: WholeProduct };

/** The studio with everybody signed in. */
export async function databaseEve({
  patches,
  sql = [],
}: Pick<Mutant, 'patches' | 'sql'>): Promise<DatabaseEve> {
  const product = await loadWhole(patches);
  const eve = await eveOf(product, sql);
  const end = iso(dawn + 12 * 3_600_000);
  for (const user of everybody)
    eve.database.rows(
      'INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      product.sha256(user),
      user,
      user,
      iso(dawn),
      end,
    );
  return eve;
}

/** One life before a database that fails as often as it does not; every tenth has a good day, and no call may fail. */
export async function databaseLife(eve: DatabaseEve, seed: number, isTraced: boolean): Promise<Told> {
  const isGood = seed % 10 === 0;
  const stages: HttpStage[] = [];
  const manner: Manner = {
    stage: (_eve, chance, traced) => {
      const stage = new HttpStage(eve, chance, traced);
      stages.push(stage);
      return stage;
    },
    faults: () => (isGood ? calm : storm),
    turns,
  };
  try {
    const { violations, steps, trace } = await live(eve, seed, isTraced, manner);
    const [stage] = stages;
    const { asked = 0, failed = 0, slowestMs = 0 } = stage ?? {};
    for (const key of stage?.unanswered ?? []) violations.push(`${key} is never answered`);
    if (isGood && failed > 0) violations.push(`${failed} calls failed on a good day`);
    return { violations, steps, trace, calls: asked, failed, slowestMs };
  } finally {
    HttpStage.leave();
  }
}
