import { beforeAll, describe, test } from 'vitest';
import { cellActions, contract } from '../support/po-cells.ts';
import { prepare, walk, walkOutside, type Prepared } from '../support/worker/po-cells-walk.ts';
import { letDanaVoid, rowsInState } from '../support/worker/po-states.ts';
import { openStudio } from '../support/worker/studio.ts';

const states = ['submitted', 'department', 'special', 'coSubmitted', 'coDepartment'] as const;
const prepared = new Map<string, Prepared>();

beforeAll(async () => {
  await openStudio();
  await letDanaVoid();
  for (const state of states) prepared.set(state, await prepare(state, await rowsInState(state)));
});

function of(state: string): Prepared {
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
