import { Refusal } from '#domain/codes';
import { maximumCents } from '#domain/values/money';

/** The estimated final cost of an account as it is stored. Null: it was removed. */
export interface Estimate {
  efcCents: number | null;
  /** The number of its changes. */
  revision: number;
  /** The day from which it counts. */
  day: string;
}

/** The estimates by account; none for an account that never had one. */
export type Estimates = ReadonlyMap<string, Estimate>;
export const noEstimates: Estimates = new Map();

/** What the accountant enters for an account: EFC or ETC, or null for neither (EFC-02). */
export type EstimateEntry = { account: string; revision: number } & (
  | { efcCents: number | null }
  | { etcCents: number }
);

/** A change of an estimate, as it is stored. */
export interface EstimateChange {
  account: string;
  revision: number;
  efcCents: number | null;
}

const refuse = (message: string) => new Refusal('invalid_parameter', { message });

/** Another user changed the estimate of an account (EFC-04). */
export function estimateConflict(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', {
    message: 'An estimate has changed in the meantime. Load the report again.',
  });
}

/** The estimate to complete: what an account is expected to cost beyond its total cost. */
export const etcOf = (efcCents: number, totalCents: number) => efcCents - totalCents;
export const efcOf = (etcCents: number, totalCents: number) => totalCents + etcCents;

/** An account that costs more than its estimate is to be reviewed; the estimate never moves by itself (EFC-05). */
export const needsReview = (etc: number | null) => etc !== null && etc < 0;

/**
 * The changes that entries make from a day on. An entry that is as stored makes none. Throws `WORKFLOW_CONFLICT` when an
 * account was changed since the user saw it, and `invalid_parameter` for an account without a row in the report, one
 * entered twice, a day before that of its last change, and an amount that is too large.
 */
export function changeEstimates(
  entries: readonly EstimateEntry[],
  report: readonly { code: string; totalCents: number }[],
  newest: Estimates,
  day: string,
): EstimateChange[] {
  const totals = new Map(report.map(({ code, totalCents }) => [code, totalCents]));
  if (new Set(entries.map(({ account }) => account)).size < entries.length)
    throw refuse('An account is entered twice.');
  return entries.flatMap((entry) => {
    const { account, revision } = entry;
    const totalCents = totals.get(account);
    if (totalCents === undefined) throw refuse(`Account ${account} is not in the cost report.`);
    const last = newest.get(account) ?? { efcCents: null, revision: 0, day };
    if (revision !== last.revision) throw estimateConflict();
    if (day < last.day)
      throw refuse(`The estimate of account ${account} is of ${last.day}. Choose that day or a later one.`);
    const efcCents = 'etcCents' in entry ? efcOf(entry.etcCents, totalCents) : entry.efcCents;
    if (efcCents === last.efcCents) return [];
    if (Math.abs(efcCents ?? 0) > maximumCents) throw refuse(`The EFC of account ${account} is too large.`);
    return [{ account, revision: revision + 1, efcCents }];
  });
}
