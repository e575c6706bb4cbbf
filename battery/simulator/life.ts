import { keyless } from './calls.ts';
import type { Command } from './calls.ts';
import { iso } from './clock.ts';
import { verified } from './content-invariants.ts';
import type { Eve } from './initial-state.ts';
import { violations } from './invariants.ts';
import { planOf } from './plan.ts';
import type { Plan, Wish } from './plan.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { calm } from './scheduler.ts';
import { dawn, Stage } from './harness.ts';
import type { Outcome } from './harness.ts';

/** A wish with what became of it. */
export interface Wished {
  command: Command;
  /** How often it was sent, and how each sending ended. */
  outcomes: Outcome[];
}

export interface Lived {
  seed: number;
  violations: string[];
  /** Steps that chance has ordered. */
  steps: number;
  trace: readonly string[];
}

/** After so many crons everything must have come to rest. */
const maxTurns = 15;

/** How a life may differ from the usual one. */
export interface Manner {
  stage: (eve: Eve, chance: Chance, isTraced: boolean) => Stage;
  faults: (plan: Plan, chance: Chance) => Plan['faults'];
  /** How often somebody asks to whom nobody answers. */
  turns: number;
}

const usual: Manner = {
  stage: (eve, chance, isTraced) => new Stage({ ...eve, books: eve.books.copy() }, chance, isTraced, dawn),
  faults: ({ faults }) => faults,
  turns: 3,
};

/** Lives the life of one seed, lets everything come to rest, and says what is wrong then. The database is as before. */
export async function live(eve: Eve, seed: number, isTraced = false, manner = usual): Promise<Lived> {
  const chance = chanceOf(seed);
  const drawn = planOf(eve.documents, chance);
  const plan = { ...drawn, faults: manner.faults(drawn, chance) };
  const stage = manner.stage(eve, chance, isTraced);
  for (const id of plan.refused) stage.books.refused.add(id);
  eve.database.begin();
  if (plan.keepsVotes)
    eve.database.rows(
      "UPDATE show_settings SET settings = json_set(settings, '$.resetApprovalOnEdit', json('false'))",
    );
  try {
    const found = await lifeOn(stage, eve, plan, chance, manner.turns);
    return { seed, violations: found, steps: stage.scheduler.taken, trace: stage.scheduler.trace ?? [] };
  } finally {
    eve.database.undo();
  }
}

async function lifeOn(stage: Stage, eve: Eve, plan: Plan, chance: Chance, turns: number): Promise<string[]> {
  const { scheduler } = stage;
  const wished: Wished[] = [];
  scheduler.faults = plan.faults;
  let open = 0;
  const failures: string[] = [];
  const follow = (work: Promise<void>) => {
    open += 1;
    work.catch((error: unknown) => failures.push(`thrown: ${reason(error)}`)).finally(() => (open -= 1));
  };
  for (const { wish, at } of plan.wishes)
    for (const client of clients(stage, eve, wish, { at, chance, wished, turns })) follow(client);
  for (const at of plan.sweepsAt) follow(scheduler.pause(at, 'cron').then(() => stage.sweep()));
  await scheduler.runAll();
  if (open > 0) return [...failures, `${open} calls never end`];
  const restless = await comeToRest(stage);
  if (restless) failures.push(restless);
  const found = violations(stage, eve, wished, plan);
  return [...failures, ...stage.failures, ...found, ...(await verified(stage, eve))];
}

function reason(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    parts.push(cause.message.slice(0, 300));
  return parts.join(' < ');
}

/** Whoever sends it: once or twice, and again while nobody tells him how it ended. */
function clients(
  stage: Stage,
  eve: Eve,
  wish: Wish,
  { at, chance, wished, turns }: { at: readonly number[]; chance: Chance; wished: Wished[]; turns: number },
): Promise<void>[] {
  const { scheduler } = stage;
  let own: Wished | null | undefined;
  const look = (): Wished | null => {
    if (own !== undefined) return own;
    const action = wish.action(eve);
    own = action && {
      command: { user: wish.user, key: `key-${wished.length}-${wish.user}`.padEnd(24, '-'), action },
      outcomes: [],
    };
    if (own) wished.push(own);
    return own;
  };
  return at.map(async (ms) => {
    await scheduler.pause(ms, `${wish.user} begins`);
    const mine = look();
    if (!mine) return;
    for (let turn = 0; turn < turns; turn += 1) {
      const outcome = await stage.call(mine.command);
      mine.outcomes.push(outcome);
      if (outcome.kind !== 'unknown' || (keyless.includes(wish.kind) && chance.hits(0.5))) return;
      await scheduler.pause(chance.below(3000), `${wish.user} waits`);
    }
  });
}

/** Nothing fails any more, and the cron of every minute does the rest. Answers what would never end, or null. */
async function comeToRest(stage: Stage): Promise<string | null> {
  const { scheduler, database } = stage;
  scheduler.faults = calm;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const open = database.rows<{ next: string | null; what: string }>(
      `SELECT next_attempt_at AS next, kind AS what FROM outbox WHERE done_at IS NULL
       UNION ALL SELECT NULL, 'bulk run' FROM bulk_runs WHERE status = 'in_progress'`,
    );
    if (open.length === 0) return null;
    const due = open.map(({ next }) => (next === null ? 0 : Date.parse(next)));
    scheduler.now = Math.max(scheduler.now + 61_000, Math.min(...due) + 1000);
    const swept = stage.sweep();
    await scheduler.runAll();
    await swept;
    if (turn === maxTurns - 1)
      return `not at rest: ${open.map(({ what }) => what).join(', ')} at ${iso(scheduler.now)}`;
  }
  return null;
}
