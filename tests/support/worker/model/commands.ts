import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Action } from '#domain/lifecycle/transition';
import {
  adjusts,
  approves,
  attaches,
  restarts,
  cancels,
  denies,
  discards,
  escalates,
  fetches,
  isReminded,
  judging,
  lining,
  notes,
  nudges,
  pulls,
  pushes,
  retotals,
  revises,
  saving,
  sendsBack,
  submits,
  takesBack,
  voids,
  type Command,
  type LineEditKind,
} from './steps.ts';
import { anyUntried, untried } from './cells.ts';
import { createAs, type Real, type Typed } from './api.ts';
import {
  actors,
  admin,
  currentApprovers,
  creators,
  totalOf,
  type ActorName,
  type Kind,
  type Model,
} from './model.ts';

type CommandArbitrary = fc.AsyncCommand<Model, Real>;

const anyActor = fc.constantFrom(...actors);
export const anyTyped: fc.Arbitrary<Typed> = fc.record({
  quantity: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 400 })),
  unitCents: fc.oneof(
    fc.integer({ min: 1, max: 40_000 }),
    { arbitrary: fc.integer({ min: -20_000, max: 0 }), weight: 1 },
    { arbitrary: fc.constantFrom(90_000, 150_000, 6_000_000), weight: 1 },
  ),
});

/** Creates another document if the user may, which has no effect on this one (DEC-02, DEC-13). */
function createAnother(docType: 'PO' | 'INVOICE', actor: ActorName): CommandArbitrary {
  return {
    check: () => true,
    run: async () => {
      anyUntried('create', actor);
      const { status, body } = await createAs(docType, actor);
      expect([actor, status, body.code ?? null]).toEqual(
        creators.includes(actor) ? [actor, 201, null] : [actor, 403, 'NO_DEPARTMENT_ASSOCIATION_WITH_USER'],
      );
    },
    toString: () => `${actor} creates`,
  };
}

/** A command that is chosen at its turn by the state of the document. */
function chooseCommand(label: string, choose: (m: Model) => Command): CommandArbitrary {
  let command: Command | null = null;
  return {
    check: () => true,
    run: (m, real) => {
      command = choose(m);
      return command.run(m, real);
    },
    toString: () => `(${label}) ${command?.toString() ?? ''}`,
  };
}

/** Acts as the current approver, so that walks progress; as Dana when there is none. */
const byCurrentApprover = (pick: number, make = approves) =>
  chooseCommand('asked', (m) => {
    const turn = currentApprovers(m);
    return make(turn[pick % Math.max(1, turn.length)] ?? 'dana');
  });

/** Acts as the present owner; of a payment as its submitter. */
const byOwner = (make: (owner: ActorName) => Command) =>
  chooseCommand('owner', (m) => make(m.owner ?? m.submitter ?? 'dana'));

const lamp = { quantity: 150, unitCents: 3333 };

/** Completes a draft, or submits it. */
function prepareOrSubmit(m: Model): Command {
  const total = totalOf(m.lines);
  if (m.owner === null) return Math.abs(total) > 5_000_000 ? retotals(70_000) : submits('dana');
  if (total > 5_000_000) return saving(m.owner, 'drop', lamp);
  if (m.lines.length <= m.locked || total <= 0) return saving(m.owner, 'append', lamp);
  if (m.kind.docType === 'INVOICE' && m.attachments === 0) return attaches(m.owner, true);
  return submits(m.owner);
}

/** Moves the document on, so that walks progress. */
function advance(m: Model, pick: number): Command {
  const turn = currentApprovers(m);
  if (turn.length > 0) return approves(turn[pick % turn.length] ?? 'dana');
  if (m.status === 'DRAFT') return prepareOrSubmit(m);
  const asker = (['dana', 'ada', 'luis'] as const)[pick % 3] ?? 'dana';
  if (m.kind.docType !== 'PO' || m.status === 'VOID' || pick % 5 === 1) return notes(asker);
  return [adjusts, notes, pushes, adjusts, fetches][pick % 5]?.(asker) ?? adjusts(asker);
}

const byAction: Partial<Record<Action, (who: ActorName) => Command>> = {
  save: (who) => saving(who, 'append', lamp),
  'edit-in-approval': (who) => saving(who, 'append', lamp),
  submit: submits,
  approve: approves,
  'take-back': takesBack,
  revise: revises,
  void: voids,
  deny: denies,
  pull: pulls,
  adjust: adjusts,
  discard: discards,
  push: pushes,
  'pull-from-accounting': fetches,
  import: () => retotals(70_000),
  cancel: cancels,
  restart: restarts,
  'withdraw-file': (who) => attaches(who, false),
  'send-back': (who) => sendsBack(who, true),
  nudge: nudges,
  remind: isReminded,
  escalate: escalates,
};

/** Returns an action that was not tried in the present state. */
function untriedCommand(m: Model, pick: number): Command | null {
  const left = untried(m);
  const cell = left[pick % Math.max(1, left.length)];
  return (cell && byAction[cell.action]?.(cell.actor)) ?? null;
}

/** The same, so that all states are covered; deterministic when replayed. */
const explores = (pick: number) => {
  let found: Command | null = null;
  return chooseCommand('new', (m) => (found ??= untriedCommand(m, pick) ?? notes(admin)));
};

/** Performs untried actions in the present state, and otherwise moves on, sometimes back. */
export async function explore(m: Model, real: Real, picks: readonly number[]): Promise<void> {
  for (const pick of picks) {
    const [who] = currentApprovers(m);
    const back = pick % 12 === 5 || m.kind.docType === 'PO' ? revises : denies;
    const onward = who && pick % 6 === 5 ? back(who) : advance(m, pick);
    await (untriedCommand(m, pick) ?? onward).run(m, real);
  }
}

const anyHow = fc.constantFrom<LineEditKind>('append', 'append', 'change', 'drop');
const anyEnd = fc.constantFrom<'first' | 'last'>('first', 'last');
const anyPick = fc.nat(5);
const on = fc.nat(29).map((pick) => chooseCommand('on', (m) => advance(m, pick)));

/** What becomes possible while a document waits; until then, the walk moves on. */
const whenPossible = (label: string, isPossible: (m: Model) => boolean, make: (m: Model) => Command) =>
  fc.nat(29).map((pick) => chooseCommand(label, (m) => (isPossible(m) ? make(m) : advance(m, pick))));

const isWaiting = (m: Model) => m.status === 'IN_APPROVAL';

/** The user with the newest vote takes it back. */
const byVoter = whenPossible(
  'voter',
  (m) => m.status === 'IN_APPROVAL' && m.lastVote?.version === m.version,
  (m) => takesBack(m.lastVote?.who ?? 'abel'),
);
const toEarlierStep = fc.boolean().chain((isFar) =>
  whenPossible(
    'back',
    (m) => (m.flow?.current ?? 0) > 0,
    (m) => sendsBack(currentApprovers(m)[0] ?? 'abel', isFar),
  ),
);
const ownNudge = whenPossible('nudge', isWaiting, (m) => nudges(m.owner ?? m.submitter ?? 'dana'));

/** Commands for all three types, including those that do not support them. */
const shared: fc.Arbitrary<CommandArbitrary>[] = [
  anyActor.map(submits),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('approval', who, stale)),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('revision', who, stale)),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('deny', who, stale)),
  anyPick.map((pick) => byCurrentApprover(pick, revises)),
  anyActor.map(takesBack),
  byVoter,
  fc.tuple(anyActor, fc.boolean()).map(([who, isFar]) => sendsBack(who, isFar)),
  toEarlierStep,
  anyActor.map(nudges),
  ownNudge,
  whenPossible('remind', isWaiting, isReminded),
  whenPossible('escalate', isWaiting, escalates),
  anyActor.map(voids),
  anyActor.map(pulls),
  fc.constant(0).map(() => byOwner(pulls)),
  anyActor.map(adjusts),
  anyActor.map(notes),
  fc.tuple(anyActor, fc.boolean()).map(([who, isOn]) => attaches(who, isOn)),
  fc.boolean().map((isOn) => byOwner((who) => attaches(who, isOn))),
  fc.constant(0).map(restarts),
  ...Array.from({ length: 3 }, () => fc.nat(99).map(explores)),
];

/** Edits of orders and invoices. */
const edits: fc.Arbitrary<CommandArbitrary>[] = [
  fc.tuple(anyActor, anyHow, anyTyped).map(([who, how, typed]) => saving(who, how, typed)),
  fc.tuple(anyHow, anyTyped).map(([how, typed]) => byOwner((who) => saving(who, how, typed))),
  fc
    .tuple(anyPick, anyHow, anyTyped)
    .map(([pick, how, typed]) => byCurrentApprover(pick, (who) => saving(who, how, typed))),
];

const particular: Record<Kind['docType'], { steps: number; commands: fc.Arbitrary<CommandArbitrary>[] }> = {
  PO: {
    steps: 40,
    commands: [
      ...Array.from({ length: 18 }, () => on),
      ...edits,
      fc.tuple(anyActor, anyEnd, fc.option(anyTyped)).map(([who, end, typed]) => lining(who, end, typed)),
      fc
        .tuple(anyPick, anyEnd)
        .map(([pick, end]) => byCurrentApprover(pick, (who) => lining(who, end, null))),
      anyActor.map(discards),
      fc.constant(0).map(() => byOwner(discards)),
      anyActor.map(pushes),
      anyActor.map(fetches),
      anyActor.map((who) => createAnother('PO', who)),
    ],
  },
  INVOICE: {
    steps: 32,
    commands: [
      ...Array.from({ length: 15 }, () => on),
      ...edits,
      ...Array.from({ length: 2 }, () => anyPick.map((pick) => byCurrentApprover(pick, denies))),
      byVoter,
      fc.constant(0).map(() => byOwner(voids)),
      anyActor.map((who) => createAnother('INVOICE', who)),
    ],
  },
  PAYMENT: {
    steps: 20,
    commands: [
      ...Array.from({ length: 9 }, () => on),
      anyPick.map((pick) => byCurrentApprover(pick, denies)),
      fc.constantFrom(4_000, 70_000, -90_000, 200_000, 6_000_000).map(retotals),
      fc.constant(0).map(cancels),
    ],
  },
};

/** Generates sequences of actions of users and accounting on a document of this type. */
export function anyCommands({ docType }: Kind) {
  const { steps, commands } = particular[docType];
  return fc.commands<Model, Real, boolean>([...commands, ...shared], { maxCommands: steps, size: 'max' });
}
