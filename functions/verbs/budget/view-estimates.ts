import type { EstimateHistory } from '#domain/budget/cost-report/response';
import { fromCents } from '#domain/values/money';
import type { PlanRows } from '#store/d1/query';
import { estimateChangesQuery } from '#store/show/budget/estimates';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireBudgetReader, requireVisibleCode } from './budget-reader.ts';
import { budgetsPlan } from './view-budget.ts';
import { countingOf } from './view-measures.ts';

/** Changes on one page of the history of an account. */
const changesPerPage = 50;

export const estimateHistoryPlan = (
  { store }: Pick<MembershipContext, 'store'>,
  { account, before }: { account: string; before: number },
) => ({
  ...budgetsPlan({ store }),
  changes: estimateChangesQuery(store, { account, before, limit: changesPerPage + 1 }),
});

/** The changes of the estimate of an account, the newest first (EFC-06). Throws `FORBIDDEN`. */
export function viewEstimateHistory(
  context: RequestContext,
  rows: PlanRows<typeof estimateHistoryPlan>,
  { account }: { account: string },
): EstimateHistory {
  requireVisibleCode(requireBudgetReader(context), 'ACCOUNT', account);
  return {
    currency: countingOf(rows)?.currencyCode ?? '',
    changes: rows.changes
      .slice(0, changesPerPage)
      .map(({ revision, efcCents, day, reason, byId, byName, at }) => ({
        revision,
        efc: efcCents === null ? null : fromCents(efcCents),
        day,
        reason,
        by: { userId: byId, name: byName },
        at,
      })),
    hasMore: rows.changes.length > changesPerPage,
  };
}
