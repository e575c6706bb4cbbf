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
  fetches,
  judging,
  lining,
  notes,
  pulls,
  pushes,
  retotals,
  revises,
  saving,
  submits,
  voids,
  type Command,
  type How,
} from './steps.ts';
import { reachNew, untried } from './cells.ts';
import { createAs, type Real, type Typed } from './api.ts';
import { actors, admin, asked, creators, totalOf, type ActorName, type Kind, type Model } from './model.ts';

type Life = fc.AsyncCommand<Model, Real>;

const anyActor = fc.constantFrom(...actors);
export const anyTyped: fc.Arbitrary<Typed> = fc.record({
  quantity: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 400 })),
  unitCents: fc.oneof(
    fc.integer({ min: 1, max: 40_000 }),
    { arbitrary: fc.integer({ min: -20_000, max: 0 }), weight: 1 },
    { arbitrary: fc.constantFrom(90_000, 150_000, 6_000_000), weight: 1 },
  ),
});

/** Who may, makes another document (DEC-02, DEC-13); this one has nothing to do with it. */
function creating(docType: 'PO' | 'INVOICE', actor: ActorName): Life {
  return {
    check: () => true,
    run: async () => {
      reachNew('create', actor);
      const { status, body } = await createAs(docType, actor);
      expect([actor, status, body.code ?? null]).toEqual(
        creators.includes(actor) ? [actor, 201, null] : [actor, 403, 'NO_DEPARTMENT_ASSOCIATION_WITH_USER'],
      );
    },
    toString: () => `${actor} creates`,
  };
}

/** A command that is chosen when its turn comes, by how the document then stands. */
function chosen(label: string, choose: (m: Model) => Command): Life {
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

/** The one whose turn it is, so that walks get far; Dana when it is nobody's. */
const whoeverIsAsked = (pick: number, make = approves) =>
  chosen('asked', (m) => {
    const turn = asked(m);
    return make(turn[pick % Math.max(1, turn.length)] ?? 'dana');
  });

/** The owner of the moment does what moves it on; of a payment whoever submitted it. */
const whoeverOwns = (make: (owner: ActorName) => Command) =>
  chosen('owner', (m) => make(m.owner ?? m.submitter ?? 'dana'));

const lamp = { quantity: 150, unitCents: 3333 };

/** What makes a draft ready, or submits it. */
function prepares(m: Model): Command {
  const total = totalOf(m.lines);
  if (m.owner === null) return Math.abs(total) > 5_000_000 ? retotals(70_000) : submits('dana');
  if (total > 5_000_000) return saving(m.owner, 'drop', lamp);
  if (m.lines.length <= m.locked || total <= 0) return saving(m.owner, 'append', lamp);
  if (m.kind.docType === 'INVOICE' && m.attachments === 0) return attaches(m.owner, true);
  return submits(m.owner);
}

/** Whatever leads the document further from where it is, so that walks get far. */
function further(m: Model, pick: number): Command {
  const turn = asked(m);
  if (turn.length > 0) return approves(turn[pick % turn.length] ?? 'dana');
  if (m.status === 'DRAFT') return prepares(m);
  const asker = (['dana', 'ada', 'luis'] as const)[pick % 3] ?? 'dana';
  if (m.kind.docType !== 'PO' || m.status === 'VOID' || pick % 5 === 1) return notes(asker);
  return [adjusts, notes, pushes, adjusts, fetches][pick % 5]?.(asker) ?? adjusts(asker);
}

const byAction: Partial<Record<Action, (who: ActorName) => Command>> = {
  save: (who) => saving(who, 'append', lamp),
  'edit-in-approval': (who) => saving(who, 'append', lamp),
  submit: submits,
  approve: approves,
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
};

/** What nobody has tried where the document is just then. */
function untriedHere(m: Model, pick: number): Command | null {
  const left = untried(m);
  const cell = left[pick % Math.max(1, left.length)];
  return (cell && byAction[cell.action]?.(cell.actor)) ?? null;
}

/** The same, so that no corner is left out; replayed, the same again. */
const explores = (pick: number) => {
  let found: Command | null = null;
  return chosen('new', (m) => (found ??= untriedHere(m, pick) ?? notes(admin)));
};

/** A walk that goes where nobody has been: it does what is untried where it is, and else goes on, now and then back. */
export async function goesAround(m: Model, real: Real, picks: readonly number[]): Promise<void> {
  for (const pick of picks) {
    const [who] = asked(m);
    const back = pick % 12 === 5 || m.kind.docType === 'PO' ? revises : denies;
    const onward = who && pick % 6 === 5 ? back(who) : further(m, pick);
    await (untriedHere(m, pick) ?? onward).run(m, real);
  }
}

const anyHow = fc.constantFrom<How>('append', 'append', 'change', 'drop');
const anyEnd = fc.constantFrom<'first' | 'last'>('first', 'last');
const anyPick = fc.nat(5);
const on = fc.nat(29).map((pick) => chosen('on', (m) => further(m, pick)));

/** What is done to all three types, or asked of those that do not know it. */
const shared: fc.Arbitrary<Life>[] = [
  anyActor.map(submits),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('approval', who, stale)),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('revision', who, stale)),
  fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('deny', who, stale)),
  anyPick.map((pick) => whoeverIsAsked(pick, revises)),
  anyActor.map(voids),
  anyActor.map(pulls),
  fc.constant(0).map(() => whoeverOwns(pulls)),
  anyActor.map(adjusts),
  anyActor.map(notes),
  fc.tuple(anyActor, fc.boolean()).map(([who, isOn]) => attaches(who, isOn)),
  fc.boolean().map((isOn) => whoeverOwns((who) => attaches(who, isOn))),
  fc.constant(0).map(restarts),
  ...Array.from({ length: 3 }, () => fc.nat(99).map(explores)),
];

/** Orders and invoices are edited. */
const edits: fc.Arbitrary<Life>[] = [
  fc.tuple(anyActor, anyHow, anyTyped).map(([who, how, typed]) => saving(who, how, typed)),
  fc.tuple(anyHow, anyTyped).map(([how, typed]) => whoeverOwns((who) => saving(who, how, typed))),
  fc
    .tuple(anyPick, anyHow, anyTyped)
    .map(([pick, how, typed]) => whoeverIsAsked(pick, (who) => saving(who, how, typed))),
];

const particular: Record<Kind['docType'], { steps: number; commands: fc.Arbitrary<Life>[] }> = {
  PO: {
    steps: 40,
    commands: [
      ...Array.from({ length: 16 }, () => on),
      ...edits,
      fc.tuple(anyActor, anyEnd, fc.option(anyTyped)).map(([who, end, typed]) => lining(who, end, typed)),
      fc.tuple(anyPick, anyEnd).map(([pick, end]) => whoeverIsAsked(pick, (who) => lining(who, end, null))),
      anyActor.map(discards),
      fc.constant(0).map(() => whoeverOwns(discards)),
      anyActor.map(pushes),
      anyActor.map(fetches),
      anyActor.map((who) => creating('PO', who)),
    ],
  },
  INVOICE: {
    steps: 24,
    commands: [
      ...Array.from({ length: 9 }, () => on),
      ...edits,
      anyPick.map((pick) => whoeverIsAsked(pick, denies)),
      fc.constant(0).map(() => whoeverOwns(voids)),
      anyActor.map((who) => creating('INVOICE', who)),
    ],
  },
  PAYMENT: {
    steps: 20,
    commands: [
      ...Array.from({ length: 7 }, () => on),
      anyPick.map((pick) => whoeverIsAsked(pick, denies)),
      fc.constantFrom(4_000, 70_000, -90_000, 200_000, 6_000_000).map(retotals),
      fc.constant(0).map(cancels),
    ],
  },
};

/** Sequences of what people, and accounting, do to a document of this type. */
export function anyCommands({ docType }: Kind) {
  const { steps, commands } = particular[docType];
  return fc.commands<Model, Real, boolean>([...commands, ...shared], { maxCommands: steps, size: 'max' });
}
