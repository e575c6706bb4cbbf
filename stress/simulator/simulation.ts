import { keyless } from './calls.ts';
import type { Command } from './calls.ts';
import { iso } from './clock.ts';
import { budgetViolations } from './invariants/budget-invariants.ts';
import { verified } from './invariants/content-invariants.ts';
import type { InitialState } from './initial-state.ts';
import { violations } from './invariants/invariants.ts';
import { planOf } from './plan/plan.ts';
import type { Plan } from './plan/plan.ts';
import type { PlannedAction } from './plan/planned-actions.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { noFaults } from './scheduler.ts';
import { startTime, Harness } from './harness.ts';
import type { Outcome } from './harness.ts';

/** An action with its results. */
export interface ExecutedCommand {
  command: Command;
  /** The outcome of each time it was sent. */
  outcomes: Outcome[];
}

export interface SimulationResult {
  seed: number;
  violations: string[];
  /** Number of scheduler steps. */
  steps: number;
  trace: readonly string[];
}

/** All jobs must have ended after this many cron runs. */
const maxTurns = 15;

/** Options of a simulation run. */
export interface SimulationVariant {
  harness: (initialState: InitialState, chance: Chance, isTraced: boolean) => Harness;
  faults: (plan: Plan, chance: Chance) => Plan['faults'];
  /** How often a client without an answer repeats the call. */
  turns: number;
}

const defaultVariant: SimulationVariant = {
  harness: (initialState, chance, isTraced) =>
    new Harness({ ...initialState, accounting: initialState.accounting.copy() }, chance, isTraced, startTime),
  faults: ({ faults }) => faults,
  turns: 3,
};

/** Runs one seed until all jobs have ended. Returns the violations; the database is then restored. */
export async function runSimulation(
  initialState: InitialState,
  seed: number,
  isTraced = false,
  { theme, ...variant }: Partial<SimulationVariant> & { theme?: string | undefined } = {},
): Promise<SimulationResult> {
  const chance = chanceOf(seed);
  const basePlan = planOf(initialState.documents, chance, theme);
  const { harness: harnessOf, faults, turns } = { ...defaultVariant, ...variant };
  const plan = { ...basePlan, faults: faults(basePlan, chance) };
  const harness = harnessOf(initialState, chance, isTraced);
  for (const id of plan.refused) harness.accounting.refused.add(id);
  initialState.database.begin();
  if (plan.keepsVotes)
    initialState.database.rows(
      "UPDATE show_settings SET settings = json_set(settings, '$.resetApprovalOnEdit', json('false'))",
    );
  plan.setup(initialState);
  try {
    const found = await runPlan(harness, initialState, plan, chance, turns);
    return {
      seed,
      violations: found,
      steps: harness.scheduler.stepCount,
      trace: harness.scheduler.trace ?? [],
    };
  } finally {
    initialState.database.undo();
  }
}

async function runPlan(
  harness: Harness,
  initialState: InitialState,
  plan: Plan,
  chance: Chance,
  turns: number,
): Promise<string[]> {
  const { scheduler } = harness;
  const executed: ExecutedCommand[] = [];
  scheduler.faults = plan.faults;
  let open = 0;
  const failures: string[] = [];
  const follow = (work: Promise<void>) => {
    open += 1;
    work.catch((error: unknown) => failures.push(`thrown: ${reason(error)}`)).finally(() => (open -= 1));
  };
  for (const { plannedAction, at } of plan.plannedActions)
    for (const client of clients(harness, initialState, plannedAction, { at, chance, executed, turns }))
      follow(client);
  for (const at of plan.sweepsAt) follow(scheduler.pause(at, 'cron').then(() => harness.sweep()));
  await scheduler.runAll();
  if (open > 0) return [...failures, `${open} calls never end`];
  const restless = await drainOutbox(harness);
  if (restless) failures.push(restless);
  const found = [
    ...violations(harness, initialState, executed, plan),
    ...budgetViolations(harness.database, executed),
  ];
  return [...failures, ...harness.failures, ...found, ...(await verified(harness, initialState))];
}

function reason(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    parts.push(cause.message.slice(0, 300));
  return parts.join(' < ');
}

/** Starts the clients of an action: one or two of them, each of which repeats the call until it has an answer. */
function clients(
  harness: Harness,
  initialState: InitialState,
  plannedAction: PlannedAction,
  {
    at,
    chance,
    executed,
    turns,
  }: { at: readonly number[]; chance: Chance; executed: ExecutedCommand[]; turns: number },
): Promise<void>[] {
  const { scheduler } = harness;
  let entry: ExecutedCommand | null | undefined;
  const look = (): ExecutedCommand | null => {
    if (entry !== undefined) return entry;
    const action = plannedAction.action(initialState);
    entry = action && {
      command: {
        user: plannedAction.user,
        key: `key-${executed.length}-${plannedAction.user}`.padEnd(24, '-'),
        action,
      },
      outcomes: [],
    };
    if (entry) executed.push(entry);
    return entry;
  };
  return at.map(async (ms) => {
    await scheduler.pause(ms, `${plannedAction.user} begins`);
    const mine = look();
    if (!mine) return;
    for (let turn = 0; turn < turns; turn += 1) {
      const outcome = await harness.call(mine.command);
      mine.outcomes.push(outcome);
      if (outcome.kind !== 'unknown' || (keyless.includes(plannedAction.kind) && chance.hits(0.5))) return;
      await scheduler.pause(chance.below(3000), `${plannedAction.user} waits`);
    }
  });
}

/** Disables all faults and runs the cron of every minute. Returns what never ends, or null. */
async function drainOutbox(harness: Harness): Promise<string | null> {
  const { scheduler, database } = harness;
  scheduler.faults = noFaults;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const open = database.rows<{ next: string | null; what: string }>(
      `SELECT next_attempt_at AS next, kind AS what FROM outbox WHERE done_at IS NULL
       UNION ALL SELECT NULL, 'bulk run' FROM bulk_runs WHERE status = 'in_progress'
       UNION ALL SELECT NULL, 'replacement' FROM replacements WHERE state = 'RUNNING'
       UNION ALL SELECT NULL, 'reminder' FROM documents WHERE reminder_due_at <= ?`,
      iso(scheduler.now),
    );
    if (open.length === 0) return null;
    const due = open.map(({ next }) => (next === null ? 0 : Date.parse(next)));
    scheduler.now = Math.max(scheduler.now + 61_000, Math.min(...due) + 1000);
    const swept = harness.sweep();
    await scheduler.runAll();
    await swept;
    if (turn === maxTurns - 1)
      return `not at rest: ${open.map(({ what }) => what).join(', ')} at ${iso(scheduler.now)}`;
  }
  return null;
}
