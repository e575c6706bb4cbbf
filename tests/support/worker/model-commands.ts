import * as fc from 'fast-check';
import { expect } from 'vitest';
import {
  adjusts,
  approves,
  centsOf,
  discards,
  fetches,
  judging,
  lining,
  notes,
  pulls,
  pushes,
  revises,
  saving,
  submits,
  voids,
  wire,
  type Command,
  type How,
  type Real,
  type Typed,
} from './model-turns.ts';
import { foretold, seenBy } from './model-view.ts';
import { actors, asked, created, totalOf, type ActorName, type Model } from './model.ts';
import { aLine, create } from './studio-client.ts';
import { setSettings } from './studio.ts';

const anyActor = fc.constantFrom(...actors);
const anyTyped: fc.Arbitrary<Typed> = fc.record({
  quantity: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 400 })),
  unitCents: fc.oneof(
    fc.integer({ min: 1, max: 40_000 }),
    { arbitrary: fc.integer({ min: -20_000, max: 0 }), weight: 1 },
    { arbitrary: fc.constantFrom(90_000, 150_000, 6_000_000), weight: 1 },
  ),
});

/** The one whose turn it is, so that walks get far; Dana when it is nobody's. */
function whoeverIsAsked(pick: number, make = approves): fc.AsyncCommand<Model, Real> {
  let chosen: Command | null = null;
  return {
    check: () => true,
    run: (m, real) => {
      const turn = asked(m);
      chosen = make(turn[pick % Math.max(1, turn.length)] ?? 'dana');
      return chosen.run(m, real);
    },
    toString: () => `(asked) ${chosen?.toString() ?? ''}`,
  };
}

/** The owner of the moment does what moves the order on. */
function whoeverOwns(make: (owner: ActorName) => Command): fc.AsyncCommand<Model, Real> {
  let chosen: Command | null = null;
  return {
    check: () => true,
    run: (m, real) => {
      chosen = make(m.owner);
      return chosen.run(m, real);
    },
    toString: () => `(owner) ${chosen?.toString() ?? ''}`,
  };
}

/** Whatever leads the order further from where it is, so that walks get far. */
function movesOn(pick: number): fc.AsyncCommand<Model, Real> {
  let chosen: Command | null = null;
  const next = (m: Model): Command => {
    const lamp = { quantity: 150, unitCents: 3333 };
    const turn = asked(m);
    const adds = m.lines.length <= m.locked || totalOf(m.lines) <= 0;
    if (turn.length > 0) return approves(turn[pick % turn.length] ?? 'dana');
    if (m.status === 'DRAFT' && totalOf(m.lines) > 5_000_000) return saving(m.owner, 'drop', lamp);
    if (m.status === 'DRAFT') return adds ? saving(m.owner, 'append', lamp) : submits(m.owner);
    const asker = (['dana', 'ada', 'luis'] as const)[pick % 3] ?? 'dana';
    if (m.status === 'VOID' || pick % 5 === 1) return notes(asker);
    return [adjusts, notes, pushes, adjusts, fetches][pick % 5]?.(asker) ?? adjusts(asker);
  };
  return {
    check: () => true,
    run: (m, real) => {
      chosen = next(m);
      return chosen.run(m, real);
    },
    toString: () => `(on) ${chosen?.toString() ?? ''}`,
  };
}

const anyHow = fc.constantFrom<How>('append', 'append', 'change', 'drop');
const anyEnd = fc.constantFrom<'first' | 'last'>('first', 'last');

const on = fc.nat(29).map(movesOn);

export const anyCommands = fc.commands<Model, Real, boolean>(
  [
    ...Array.from({ length: 16 }, () => on),
    fc.tuple(anyActor, anyHow, anyTyped).map(([who, how, typed]) => saving(who, how, typed)),
    fc.tuple(anyHow, anyTyped).map(([how, typed]) => whoeverOwns((who) => saving(who, how, typed))),
    fc.tuple(anyActor, anyEnd, fc.option(anyTyped)).map(([who, end, typed]) => lining(who, end, typed)),
    anyActor.map(submits),
    fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('approval', who, stale)),
    fc.tuple(anyActor, fc.boolean()).map(([who, stale]) => judging('revision', who, stale)),
    fc.nat(5).map((pick) => whoeverIsAsked(pick, revises)),
    fc
      .tuple(fc.nat(5), anyHow, anyTyped)
      .map(([pick, how, typed]) => whoeverIsAsked(pick, (who) => saving(who, how, typed))),
    fc.tuple(fc.nat(5), anyEnd).map(([pick, end]) => whoeverIsAsked(pick, (who) => lining(who, end, null))),
    anyActor.map(voids),
    anyActor.map(pulls),
    anyActor.map(adjusts),
    anyActor.map(discards),
    fc.constant(0).map(() => whoeverOwns(discards)),
    fc.constant(0).map(() => whoeverOwns(pulls)),
    anyActor.map(pushes),
    anyActor.map(fetches),
    anyActor.map(notes),
  ],
  { maxCommands: 40, size: 'max' },
);

/** DEC-25 row 1: a draft of Dana's with the lines, and its model beside it. */
export async function start(
  resetOnEdit: boolean,
  typed: readonly Typed[],
): Promise<{ model: Model; real: Real }> {
  await setSettings('alpha1', { resetApprovalOnEdit: resetOnEdit });
  const { id } = await create('dana', { lineItems: typed.map((line) => aLine(wire(line))) });
  const model = created(
    resetOnEdit,
    typed.map((line) => ({ cents: centsOf(line), coding: '6100' })),
  );
  expect(await seenBy(id)).toEqual(foretold(model));
  return { model, real: { id } };
}

export const anyStart = fc.record({
  resetOnEdit: fc.boolean(),
  typed: fc.array(anyTyped, { minLength: 1, maxLength: 3 }),
});

/** Sequences to run: as many as `VITE_BACKLOT_RUNS` says, for long runs. */
export const runsAsked = Number(process.env['VITE_BACKLOT_RUNS'] ?? 0);
