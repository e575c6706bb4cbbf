import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { anyCommands, anyStart, runsAsked, start } from '../support/worker/model-commands.ts';
import { tried } from '../support/worker/model-turns.ts';
import { letDanaVoid } from '../support/worker/po-states.ts';
import { openStudio, studioEnv } from '../support/worker/studio.ts';

beforeAll(async () => {
  await openStudio();
  await letDanaVoid();
  await studioEnv.DIRECTORY.prepare(
    `UPDATE memberships SET special_approver = 1 WHERE user_id = 'luis'`,
  ).run();
});

async function compare(seed: number, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyStart, anyCommands, async ({ resetOnEdit, typed }, commands) => {
      await fc.asyncModelRun(() => start(resetOnEdit, typed), commands);
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

const ids = 'DEC-13, DEC-16, DEC-19, DEC-22, DEC-25, DEC-26, DEC-40, DEC-41, DEC-51, DEC-98';

test.each([20_261_121, 7, 42, 1969])(
  `${ids}: whatever people do, the order is as the contract has it (seed %i)`,
  (seed) => compare(seed, 6),
  120_000,
);

test('DEC-25, DEC-26: those sequences went everywhere', () => {
  const words = new Set(
    [...tried.keys()].filter((key) => key.endsWith(' done')).map((key) => key.slice(0, -5)),
  );
  for (const word of [
    'submits',
    'approves',
    'revises',
    'voids',
    'pulls',
    'adjusts',
    'discards',
    'pushes',
    'notes',
  ]) {
    expect([...words]).toContain(word);
  }
});

test.runIf(runsAsked > 0)(
  `${ids}: for as long as asked`,
  async () => {
    await compare(Date.now(), runsAsked);
    console.log(Object.fromEntries([...tried].toSorted()));
  },
  1_800_000,
);
