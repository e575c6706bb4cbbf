import { expect, test } from 'vitest';
import { moveShows } from '#verbs/operations/run-show-moves';
import { failAfter } from '../../support/worker/database/failing-d1.ts';
import {
  histories,
  leftovers,
  minutesLater,
  openShowToMove,
  requestMove,
  rowsOn,
  shardNumberOf,
  stepOf,
  visibleState,
} from '../../support/worker/fixtures/moves.ts';

test('a move that crashes after any write continues, and nothing is lost or duplicated', async () => {
  const { order } = await openShowToMove();
  const from = await shardNumberOf();
  const before = await visibleState(order.id);
  const rows = await rowsOn(from);
  await requestMove(1 - from);
  let runs = 0;
  for (; (await stepOf())?.step !== 'DONE'; runs += 1) {
    expect(runs, JSON.stringify(await stepOf())).toBeLessThan(300);
    // Claiming the move is a write, too: it fails at the next one.
    await moveShows(failAfter(2), minutesLater(3)).catch(() => undefined);
    if (runs % 40 === 0) expect(await visibleState(order.id)).toEqual(before);
  }
  expect(runs).toBeGreaterThan(60);
  expect(await shardNumberOf()).toBe(1 - from);
  expect([await rowsOn(1 - from), await rowsOn(from)]).toEqual([rows, {}]);
  expect([await leftovers(0), await leftovers(1)]).toEqual([[], []]);
  expect(await visibleState(order.id)).toEqual(before);
  expect(await histories()).toMatchObject({ faults: [] });
}, 120_000);
