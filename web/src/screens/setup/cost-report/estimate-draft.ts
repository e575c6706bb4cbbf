import type { NewEstimates } from '#domain/budget/cost-report/request';
import type { CostRowResponse } from '#domain/budget/cost-report/response';
import { efcOf, etcOf } from '#domain/estimates/estimate';
import { fromCents, toCents } from '#domain/values/money';

/** Which of both the user enters; the other derives. */
export type EnteredColumn = 'etc' | 'efc';

/** What was entered for an account. */
export interface EnteredEstimate {
  column: EnteredColumn;
  /** That of the estimate that the user saw when they began to type (EFC-04). */
  revision: number;
  /** Null: nothing is estimated. */
  cents: number | null;
  /** The text is no amount. */
  isInvalid: boolean;
}

export type EstimateDraft = ReadonlyMap<string, EnteredEstimate>;

type Row = Pick<CostRowResponse, 'code' | 'total' | 'efc' | 'budget' | 'estimateRevision'>;

/** EFC and ETC of a row in cents, as entered or else as stored. */
export function estimateOf(row: Row, entered: EnteredEstimate | undefined) {
  const totalCents = toCents(row.total);
  const stored = row.efc === null ? null : toCents(row.efc);
  const efcCents = !entered
    ? stored
    : entered.cents === null || entered.column === 'efc'
      ? entered.cents
      : efcOf(entered.cents, totalCents);
  return {
    totalCents,
    efcCents,
    etcCents: efcCents === null ? null : etcOf(efcCents, totalCents),
    overUnderCents: row.budget === null ? null : toCents(row.budget) - (efcCents ?? totalCents),
    isChanged: efcCents !== stored,
  };
}

/** The draft with the revisions of these rows, so that it replaces their estimates. */
export function withRevisionsOf(rows: readonly Row[], draft: EstimateDraft): EstimateDraft {
  const revisions = new Map(rows.map(({ code, estimateRevision }) => [code, estimateRevision]));
  return new Map(
    [...draft].map(([code, entered]) => [
      code,
      { ...entered, revision: revisions.get(code) ?? entered.revision },
    ]),
  );
}

/** The entries to save: what was typed, of the rows that it changes. */
export function entriesOf(rows: readonly Row[], draft: EstimateDraft): NewEstimates['estimates'] {
  return rows.flatMap((row): NewEstimates['estimates'] => {
    const entered = draft.get(row.code);
    if (!entered || !estimateOf(row, entered).isChanged) return [];
    const entry = { account: row.code, revision: entered.revision };
    const { column, cents } = entered;
    if (cents === null) return [{ ...entry, efc: null }];
    return [column === 'efc' ? { ...entry, efc: fromCents(cents) } : { ...entry, etc: fromCents(cents) }];
  });
}
