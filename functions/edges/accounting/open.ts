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

// An approver waits while accounting is told (DEC-32): three attempts, some 19 seconds at the very worst.
const callLimits = { timeLimitMs: 6_000, attempts: 3, pausesMs: [200, 800] } as const;

/** What tests put in place of the network and of the usual patience. */
export type Means = Partial<Pick<ClientOptions, 'fetch' | 'timeLimitMs' | 'attempts' | 'pausesMs'>>;

function clientFor(env: AccountingEnv, means: Means) {
  return accountingClient({
    baseUrl: env.ACCOUNTING_URL.replace(/\/+$/, ''),
    secret: secretOf(env, 'ACCOUNTING_SECRET'),
    fetch: (request) => fetch(request),
    ...callLimits,
    ...means,
  });
}

/** The accounting system of a show, the only way to it (DEC-61). */
export function accountingFor(
  env: AccountingEnv,
  show: { license: string; accountingSystem: AccountingSystem },
  means: Means = {},
): Accounting {
  return accountingSystem(clientFor(env, means), dialects[show.accountingSystem], show.license);
}

/** Licenses, studios, divisions, packages and show types, for people who create shows (AC-11). */
export function lookupsFor(env: AccountingEnv, means: Means = {}): AccountingLookups {
  return accountingLookups(clientFor(env, means));
}
