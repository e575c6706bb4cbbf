import fc from 'fast-check';
import { expect } from 'vitest';
import { countKey, mergeCounts } from '#domain/budget/counts';
import type { Count } from '#domain/budget/measures';
import { movementsBetween } from '#domain/budget/movements';
import type { Movement } from '#domain/budget/movements';
import { affectedBy, change, command, countsAround, drawsOn, factsOf, newWorld } from './budget-histories.ts';
import type { Command, World } from './budget-histories.ts';
import { expectExactRelief } from './exact-relief.ts';

const when = { effectiveDay: '2026-11-03', recordedAt: '2026-11-03T10:00:00.000Z' };

/** The sums of counts as texts that can be compared. */
export const ofSums = (counts: readonly Count[]) =>
  mergeCounts(counts)
    .map((count) => `${countKey(count)} ${count.cents} ${count.originalCents ?? ''}`)
    .toSorted();

const countsOf = (world: World) =>
  countsAround(world, new Set([...world.orders.keys(), ...world.invoices.keys()]));

const seed = 20_261_129;

/**
 * Random histories for the statements of the store: the documents in the middle and at the end of each, with what they
 * count. Lines are not closed and drafts not deleted in them.
 */
export function sampleHistories(
  runs: number,
  length: { minLength: number; maxLength: number },
): { world: World; counts: Count[] }[][] {
  const isStored = ({ kind }: Command) => kind !== 'close line' && kind !== 'delete';
  return fc.sample(fc.array(command.filter(isStored), length), { numRuns: runs, seed }).map((commands) => {
    const world = newWorld();
    const half = Math.floor(commands.length / 2);
    const after = (from: number, to?: number) => {
      for (const [n, one] of commands.slice(from, to).entries()) change(world, one, from + n);
      return { world: structuredClone(world), counts: countsOf(world) };
    };
    return [after(0, half), after(half)];
  });
}

/** Compares the sums of the movements with a recount after random histories. Returns the number of movements. */
export function checkHistories(runs: number, length: { minLength: number; maxLength: number }): number {
  let recorded = 0;
  fc.assert(
    fc.property(fc.array(command, length), (commands) => {
      const world = newWorld();
      const movements: Movement[] = [];
      for (const [n, one] of commands.entries()) {
        const before = structuredClone(world);
        const id = change(world, one, n);
        if (id === null) continue;
        const affected = new Set([...affectedBy(before, id), ...affectedBy(world, id)]);
        movements.push(
          ...movementsBetween(countsAround(before, affected), countsAround(world, affected), when),
        );
      }
      recorded += movements.length;
      const counts = countsOf(world);
      expect(ofSums(movements)).toEqual(ofSums(counts));
      for (const order of world.orders.values())
        expectExactRelief(factsOf(order), counts, drawsOn(order, world));
    }),
    { numRuns: runs, seed },
  );
  return recorded;
}
