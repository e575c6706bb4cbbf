import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { Action, Transition } from '#domain/lifecycle/transition';
import { transitions } from '#domain/lifecycle/decide';
import { storeFor } from '#store/d1/open';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { wrongCounts } from '../database/counter-consistency.ts';
import { possibleCells, coveredCells, anyUntried } from './cells.ts';
import { anyCommands, anyTyped, explore } from './commands.ts';
import { openModelStudio } from './studio.ts';
import { approves, attaches, coverage, sendsBack, submits, takesBack } from './steps.ts';
import { expectedState, actualState } from './view.ts';
import { centsOf, wires, type Real, type Typed } from './api.ts';
import { countContent, created, type Kind, type Model, type ModelSettings } from './model.ts';
import { setSettings, studioEnv } from '../fixtures/studio.ts';

/** Creates a draft with the lines, and its model. */
async function start(
  kind: Kind,
  { typed, ...settings }: ModelSettings & { typed: readonly Typed[] },
): Promise<{ model: Model; real: Real }> {
  const { resetOnEdit: resetApprovalOnEdit, oneVote: oneVotePerFlow } = settings;
  await setSettings('alpha1', { resetApprovalOnEdit, oneVotePerFlow });
  const real = { kind, ...(await wires[kind.docType].begin(typed)) };
  if (kind.docType === 'PAYMENT') anyUntried('import', null);
  const lines = typed.map((line) => ({ cents: centsOf(line), coding: '6100' }));
  const model = created(kind, settings, lines);
  countContent(model);
  expect(await actualState(real)).toEqual(expectedState(model));
  return { model, real };
}

const anyStart = fc
  .record({
    resetOnEdit: fc.boolean(),
    oneVote: fc.boolean(),
    typed: fc.array(anyTyped, { minLength: 1, maxLength: 3 }),
  })
  // An invoice without an amount is invalid (DEC-36).
  .filter(({ typed }) => typed.reduce((sum, line) => sum + centsOf(line), 0) !== 0);

/** Number and seed of additional sequences, for long runs. */
const requestedRuns = Number(process.env['VITE_BACKLOT_RUNS'] ?? 0);
const requestedSeed = Number(process.env['VITE_BACKLOT_SEED'] ?? 20_261_122);

async function compare(kind: Kind, seed: number, numRuns: number, endOnFailure = false): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyStart, anyCommands(kind), async (started, commands) => {
      await fc.asyncModelRun(() => start(kind, started), commands);
    }),
    // A failure is shrunk by replaying it, with a time limit so that it is reported instead of timing out.
    {
      seed,
      numRuns,
      endOnFailure,
      interruptAfterTimeLimit: requestedRuns > 0 ? 1_500_000 : 100_000,
      markInterruptAsFailure: true,
    },
  );
}

/** Covers what chance has missed: states that need many steps have unlikely cells. */
async function exploreAll(kind: Kind, seed: number, numRuns: number): Promise<void> {
  const picks = fc.array(fc.nat(29), { minLength: 40, maxLength: 40 });
  const isLeft = () => possibleCells(kind).some((cell) => !coveredCells.has(cell));
  await fc.assert(
    fc.asyncProperty(anyStart, picks, async (started, chosen) => {
      if (!isLeft()) return;
      const { model, real } = await start(kind, started);
      await explore(model, real, chosen);
    }),
    // A second walk would choose other untried actions: shrinking is useless.
    { seed, numRuns, endOnFailure: true },
  );
}

/**
 * Compares random sequences on one document type with the running Worker after every step. `ids` are the tested
 * requirements, `words` the required coverage; `mutants` are wrong rows of the domain's table, which must be detected.
 */
export function compareWithModel(
  kind: Kind,
  given: {
    ids: string;
    seeds: readonly number[];
    runs: number;
    words: readonly string[];
    mutants: Record<string, { action: Action; row: Partial<Transition> }>;
  },
): void {
  const { ids, seeds, runs, words, mutants } = given;
  beforeAll(openModelStudio);

  test.each(seeds)(
    `${ids}: the Worker matches the model after every step of a random sequence (seed %i)`,
    (seed) => compare(kind, seed, runs),
    120_000,
  );

  test.each([
    [
      'COV-20, BACK-03: with one vote per flow no vote of a step returns whose voter has voted since',
      true,
      1,
    ],
    ['BACK-03: the votes of a step return, though one of their voters has voted on another since', false, 2],
  ])('%s', async (_title, oneVote, current) => {
    const typed = [{ quantity: 100, unitCents: 150_000 }];
    const { model, real } = await start(kind, { resetOnEdit: false, oneVote, typed });
    const back = sendsBack('sol', true);
    const votes = [approves('abel'), approves('lena'), approves('luis'), back, approves('lena')];
    for (const command of [
      attaches('dana', true),
      submits('dana'),
      ...votes,
      takesBack('lena'),
      ...votes.slice(4),
    ])
      await command.run(model, real);
    expect(model.flow?.current).toBe(current);
  });

  test('counters equal a recount after the sequences', async () => {
    expect(await wrongCounts()).toEqual({});
  });

  test('PO-53: the history of each document is complete after the sequences and matches the document', async () => {
    const { documents, faults } = await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }));
    expect(documents).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });

  test(`${ids}: the sequences cover every cell`, () => {
    const been = [...coverage.keys()].map((key) => key.replace(/ done$/, ''));
    expect(words.filter((word) => !been.includes(word))).toEqual([]);
  });

  test.each(Object.entries(mutants))(
    'a wrong row of the table is detected: %s',
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

  test.runIf(requestedRuns > 0)(
    `${ids}: the Worker matches the model in the requested number of sequences (seed ${requestedSeed})`,
    async () => {
      await compare(kind, requestedSeed, requestedRuns);
      await exploreAll(kind, requestedSeed, Math.ceil(requestedRuns / 5));
      // For the stress tests, which adds up the coverage of all its runs.
      console.log(`CELLS ${JSON.stringify({ possible: possibleCells(kind), reached: [...coveredCells] })}`);
    },
    1_800_000,
  );
}
