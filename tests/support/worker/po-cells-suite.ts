import { beforeAll, describe, test } from 'vitest';
import { cellActions, contract, type State } from '../po-cells.ts';
import { prepare, walk, walkOutside, type Prepared } from './po-cells-walk.ts';
import { letDanaVoid, rowsInState } from './po-states.ts';
import { openStudio } from './studio.ts';

/** Every action by everybody on a purchase order in each of these states; several files share them, to run side by side. */
export function walkCells(states: readonly State[]): void {
  const prepared = new Map<State, Prepared>();

  beforeAll(async () => {
    await openStudio();
    await letDanaVoid();
    for (const state of states) prepared.set(state, await prepare(state, await rowsInState(state)));
  });

  function of(state: State): Prepared {
    const found = prepared.get(state);
    if (!found) throw new Error(state);
    return found;
  }

  describe.each(states)('a purchase order that is %s', (state) => {
    test.each(cellActions.map((action) => [contract[action], action] as const))(
      '%s: %s, by everybody',
      (_ids, action) => walk(of(state), action),
    );

    test('DEC-01, DEC-98: whoever may not see it learns nothing of its state', () => walkOutside(of(state)));
  });
}
