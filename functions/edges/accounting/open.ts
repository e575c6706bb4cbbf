import type { AccountingSystem } from '#domain/document';
import { secretOf } from '#edges/deployment-secret';
import type { Deployment } from '#edges/deployment-secret';
import { accountingClient, type ClientOptions } from './client.ts';
import type { Dialect } from './dialect.ts';
import { gv } from './gv.ts';
import type { Accounting, AccountingLookups } from './port.ts';
import { sa } from './sa.ts';
import { accountingLookups, accountingSystem } from './adapter.ts';
import { v5 } from './v5.ts';

const dialects = { SA: sa, V5: v5, GV: gv } as const satisfies Record<AccountingSystem, Dialect>;

type AccountingEnv = Pick<Env, 'ACCOUNTING_URL' | 'ACCOUNTING_SECRET'> & Deployment;

// Approvers wait for these calls (DEC-32): three attempts, some 19 seconds in the worst case.
const callLimits = { timeLimitMs: 6_000, attempts: 3, pausesMs: [200, 800] } as const;

/** Overrides of network and timing for tests. */
export type AccountingOptions = Partial<
  Pick<ClientOptions, 'fetch' | 'timeLimitMs' | 'attempts' | 'pausesMs'>
>;

function clientFor(env: AccountingEnv, overrides: AccountingOptions) {
  return accountingClient({
    baseUrl: env.ACCOUNTING_URL.replace(/\/+$/, ''),
    secret: secretOf(env, 'ACCOUNTING_SECRET'),
    fetch: (request) => fetch(request),
    ...callLimits,
    ...overrides,
  });
}

/** The client of a show's accounting system, the only access to it (DEC-61). */
export function accountingFor(
  env: AccountingEnv,
  show: { license: string; accountingSystem: AccountingSystem },
  overrides: AccountingOptions = {},
): Accounting {
  return accountingSystem(clientFor(env, overrides), dialects[show.accountingSystem], show.license);
}

/** Licenses, studios, divisions, packages and show types, for users who create shows (AC-11). */
export function lookupsFor(env: AccountingEnv, overrides: AccountingOptions = {}): AccountingLookups {
  return accountingLookups(clientFor(env, overrides));
}
