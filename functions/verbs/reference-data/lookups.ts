import { lookupsFor } from '#edges/accounting/open';
import type { AccountingLookups } from '#edges/accounting/port';

/** What a new show is made from, as accounting has it (AC-11). Calls throw `accounting_interface_error`. */
export function lookUp(env: Env): AccountingLookups {
  return lookupsFor(env);
}
