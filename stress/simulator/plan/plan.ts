import type { Documents } from '../initial-state.ts';
import type { PlannedAction, Scene } from './planned-actions.ts';
import { themes } from './themes.ts';
import type { Chance } from '../random.ts';
import { noFaults } from '../scheduler.ts';
import type { Faults } from '../scheduler.ts';

/** The plan of one run: users' actions with their times, and the faults. */
export interface Plan {
  faults: Faults;
  /** Ids of documents that accounting refuses. */
  refused: readonly string[];
  /** Edits during approval keep the votes, as far as DEC-40 allows. */
  keepsVotes: boolean;
  plannedActions: readonly { plannedAction: PlannedAction; at: readonly number[] }[];
  sweepsAt: readonly number[];
  setup: NonNullable<Scene['setup']>;
}

const faultLevels: readonly Faults[] = [
  { ...noFaults, doubled: 0.5 },
  { before: 0.03, after: 0.03, stall: 0.02, crash: 0.015, lost: 0.05, doubled: 0.2 },
  { before: 0.1, after: 0.1, stall: 0.05, crash: 0.02, lost: 0.2, doubled: 0.2 },
  { ...noFaults, crash: 0.06, lost: 0.1, doubled: 0.1 },
];

/** Draws the plan of a seed, of any theme or of the named one. */
export function planOf(documents: Documents, chance: Chance, themeName?: string): Plan {
  const faults = chance.pick(faultLevels);
  const theme = themes[themeName ?? chance.pick(Object.keys(themes))];
  if (!theme) throw new Error(`there is no theme ${themeName}`);
  const { actions, setup = () => undefined, sweepsAt = [] } = theme(documents, chance);
  const plannedActions = actions.map((plannedAction) => {
    const at = plannedAction.after ?? chance.below(chance.pick([40, 40, 2500]));
    // A double click, or a client that timed out.
    return { plannedAction, at: chance.hits(0.3) ? [at, at + chance.below(chance.pick([8, 60]))] : [at] };
  });
  const hot = [documents.racing, documents.early, documents.bill, ...documents.payments];
  return {
    faults,
    plannedActions,
    refused: chance.hits(0.08) ? [chance.pick(hot)] : [],
    keepsVotes: chance.hits(0.5),
    sweepsAt: [...sweepsAt, ...(chance.hits(0.15) ? [chance.below(chance.pick([5000, 70_000]))] : [])],
    setup,
  };
}
