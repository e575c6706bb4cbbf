import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { miscounted } from './kept-counts.ts';
import { anyCommands, anyTyped } from './model-commands.ts';
import { openModelStudio } from './model-studio.ts';
import { tried } from './model-turns.ts';
import { foretold, seenBy } from './model-view.ts';
import { centsOf, wires, type Real, type Typed } from './model-wire.ts';
import { created, type Kind, type Model } from './model.ts';
import { setSettings } from './studio.ts';

/** A draft with the lines, and its model beside it. */
async function start(
  kind: Kind,
  resetOnEdit: boolean,
  typed: readonly Typed[],
): Promise<{ model: Model; real: Real }> {
  await setSettings('alpha1', { resetApprovalOnEdit: resetOnEdit });
  const real = { kind, ...(await wires[kind.docType].begin(typed)) };
  const lines = typed.map((line) => ({ cents: centsOf(line), coding: '6100' }));
  const model = created(kind, resetOnEdit, lines);
  expect(await seenBy(real)).toEqual(foretold(model));
  return { model, real };
}

const anyStart = fc
  .record({
    resetOnEdit: fc.boolean(),
    typed: fc.array(anyTyped, { minLength: 1, maxLength: 3 }),
  })
  // An invoice of nothing is none (DEC-36).
  .filter(({ typed }) => typed.reduce((sum, line) => sum + centsOf(line), 0) !== 0);

/** Sequences to run: as many as `VITE_BACKLOT_RUNS` says, for long runs. */
const runsAsked = Number(process.env['VITE_BACKLOT_RUNS'] ?? 0);

async function compare(kind: Kind, seed: number, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyStart, anyCommands(kind), async ({ resetOnEdit, typed }, commands) => {
      await fc.asyncModelRun(() => start(kind, resetOnEdit, typed), commands);
    }),
    // A failure is shrunk by replaying it; that long at most, so that it is told rather than timed out.
    {
      seed,
      numRuns,
      interruptAfterTimeLimit: runsAsked > 0 ? 1_500_000 : 100_000,
      markInterruptAsFailure: true,
    },
  );
}

/**
 * Random lives of one type of document against the running Worker: after every step everything is as the model has it.
 * `ids` is what they show, `words` what must have been done, or become of it, in them.
 */
export function compareLives(
  kind: Kind,
  given: { ids: string; seeds: readonly number[]; runs: number; words: readonly string[] },
): void {
  const { ids, seeds, runs, words } = given;
  beforeAll(openModelStudio);

  test.each(seeds)(
    `${ids}: whatever people do, it is as the contract has it (seed %i)`,
    (seed) => compare(kind, seed, runs),
    120_000,
  );

  test('what is counted as it changes is what a recount finds after them', async () => {
    expect(await miscounted()).toEqual({});
  });

  test(`${ids}: those sequences went everywhere`, () => {
    const been = [...tried.keys()].map((key) => key.replace(/ done$/, ''));
    expect(been).toEqual(expect.arrayContaining([...words]));
  });

  test.runIf(runsAsked > 0)(
    `${ids}: for as long as asked`,
    async () => {
      await compare(kind, Date.now(), runsAsked);
      console.log(Object.fromEntries([...tried].toSorted()));
    },
    1_800_000,
  );
}
