import { lookupsFor } from '#edges/accounting/open';
import type { AccountingLookups } from '#edges/accounting/port';

/** The accounting data from which a new show is created (AC-11). Calls throw `accounting_interface_error`. */
export function lookupsOf(env: Env): AccountingLookups {
  return lookupsFor(env);
}
