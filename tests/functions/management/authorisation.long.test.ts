import { beforeAll, expect, test, vi } from 'vitest';
import { faultsOf, ofTokens, expectedAccess, withToken } from '../../support/worker/route-faults.ts';
import { cast, openThreeShows } from '../../support/worker/fixtures/three-shows.ts';
import { tokenOf } from '../../support/worker/identity/with-token.ts';

beforeAll(async () => {
  // Thousands of refusals would be logged.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openThreeShows();
});

test.each(cast)(
  'PE-02, PE-03, DEC-11, DEC-12: $role (modules: $modules, budget: $readBudget) has exactly the rights of the role in all three shows',
  async (who) => {
    expect(await faultsOf(who, expectedAccess)).toEqual([]);
  },
);

test.each(cast)(
  'PE-02, DEC-11: a token of every scope has the rights of $role (modules: $modules, budget: $readBudget) in all three shows',
  async (who) => {
    const { token } = await tokenOf(who.name);
    expect(await faultsOf(who, ofTokens, withToken(token))).toEqual([]);
  },
);
