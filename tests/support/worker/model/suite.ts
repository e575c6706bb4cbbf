import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { Action, Transition } from '#domain/lifecycle/transition';
import { transitions } from '#domain/lifecycle/transition-table';
import { storeFor } from '#store/d1/open';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { miscounted } from '../database/kept-counts.ts';
import { possibleCells, reached, reachNew } from './cells.ts';
import { anyCommands, anyTyped, goesAround } from './commands.ts';
import { openModelStudio } from './studio.ts';
import { tried } from './steps.ts';
import { foretold, seenBy } from './view.ts';
import { centsOf, wires, type Real, type Typed } from './api.ts';
import { created, type Kind, type Model } from './model.ts';
import { setSettings, studioEnv } from '../fixtures/studio.ts';

/** A draft with the lines, and its model beside it. */
async function start(
  kind: Kind,
  resetOnEdit: boolean,
  typed: readonly Typed[],
): Promise<{ model: Model; real: Real }> {
  await setSettings('alpha1', { resetApprovalOnEdit: resetOnEdit });
  const real = { kind, ...(await wires[kind.docType].begin(typed)) };
  if (kind.docType === 'PAYMENT') reachNew('import', null);
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

/** Sequences to run beyond the usual ones, and their seed, for long runs. */
const runsAsked = Number(process.env['VITE_BACKLOT_RUNS'] ?? 0);
const seedAsked = Number(process.env['VITE_BACKLOT_SEED'] ?? 20_261_122);

async function compare(kind: Kind, seed: number, numRuns: number, endOnFailure = false): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyStart, anyCommands(kind), async ({ resetOnEdit, typed }, commands) => {
      await fc.asyncModelRun(() => start(kind, resetOnEdit, typed), commands);
    }),
    // A failure is shrunk by replaying it; that long at most, so that it is told rather than timed out.
    {
      seed,
      numRuns,
      endOnFailure,
      interruptAfterTimeLimit: runsAsked > 0 ? 1_500_000 : 100_000,
      markInterruptAsFailure: true,
    },
  );
}

/** Where chance has not led, somebody goes: states that many steps must lead to have corners of their own. */
async function goEverywhere(kind: Kind, seed: number, numRuns: number): Promise<void> {
  const picks = fc.array(fc.nat(29), { minLength: 40, maxLength: 40 });
  const isLeft = () => possibleCells(kind).some((cell) => !reached.has(cell));
  await fc.assert(
    fc.asyncProperty(anyStart, picks, async ({ resetOnEdit, typed }, chosen) => {
      if (!isLeft()) return;
      const { model, real } = await start(kind, resetOnEdit, typed);
      await goesAround(model, real, chosen);
    }),
    // What is untried is another thing in a second walk: there is nothing to shrink.
    { seed, numRuns, endOnFailure: true },
  );
}

/**
 * Random lives of one type of document against the running Worker: after every step everything is as the model has it.
 * `ids` is what they show, `words` what must have been done, or become of it, in them; `planted` are rows of the domain's
 * table that say otherwise, which must be found.
 */
export function compareLives(
  kind: Kind,
  given: {
    ids: string;
    seeds: readonly number[];
    runs: number;
    words: readonly string[];
    planted: Record<string, { action: Action; row: Partial<Transition> }>;
  },
): void {
  const { ids, seeds, runs, words, planted } = given;
  beforeAll(openModelStudio);

  test.each(seeds)(
    `${ids}: whatever people do, it is as the contract has it (seed %i)`,
    (seed) => compare(kind, seed, runs),
    120_000,
  );

  test('what is counted as it changes is what a recount finds after them', async () => {
    expect(await miscounted()).toEqual({});
  });

  test('PO-53: the history of each document is whole after them, and says what the document says', async () => {
    const { documents, faults } = await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }));
    expect(documents).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });

  test(`${ids}: those sequences went everywhere`, () => {
    const been = [...tried.keys()].map((key) => key.replace(/ done$/, ''));
    expect(been).toEqual(expect.arrayContaining([...words]));
  });

  test.each(Object.entries(planted))(
    'a table that says otherwise is found: %s',
    async (_, { action, row: other }) => {
      const rows = (transitions as Record<DocType, Transition[]>)[kind.docType];
      const at = rows.findIndex((one) => one.action === action);
      const row = rows[at];
      if (!row) throw new Error(action);
      rows[at] = { ...row, ...other };
      try {
        await expect(compare(kind, 1, 60, true)).rejects.toThrow();
      } finally {
        rows[at] = row;
      }
    },
    120_000,
  );

  test.runIf(runsAsked > 0)(
    `${ids}: for as long as asked (seed ${seedAsked})`,
    async () => {
      await compare(kind, seedAsked, runsAsked);
      await goEverywhere(kind, seedAsked, Math.ceil(runsAsked / 5));
      // For the battery, which counts what all its runs have reached.
      console.log(`CELLS ${JSON.stringify({ possible: possibleCells(kind), reached: [...reached] })}`);
    },
    1_800_000,
  );
}
