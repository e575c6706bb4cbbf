import { beforeAll, expect, test, vi } from 'vitest';
import { faultsOf, ofTokens, verdicts, withToken } from '../../support/worker/route-faults.ts';
import { cast, openThreeShows } from '../../support/worker/fixtures/three-shows.ts';
import { tokenOf } from '../../support/worker/identity/with-token.ts';

beforeAll(async () => {
  // Every refusal is logged, and here are thousands.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openThreeShows();
});

test.each(cast)(
  'PE-02, PE-03, DEC-11, DEC-12: $role (modules: $modules) reaches what the role may in all three shows',
  async (who) => {
    expect(await faultsOf(who, verdicts)).toEqual([]);
  },
);

test.each(cast.filter(({ role, modules }) => role === 'PO Creator' || role === 'Approver' || !modules))(
  'PE-02, DEC-11: a token of every scope does in all three shows what $role (modules: $modules) may',
  async (who) => {
    const { token } = await tokenOf(who.name);
    expect(await faultsOf(who, ofTokens, withToken(token))).toEqual([]);
  },
);
