import { Refusal } from '#domain/codes';
import type { NewEstimates } from '#domain/budget/cost-report/request';
import type { SavedEstimates } from '#domain/budget/cost-report/response';
import { changeEstimates, estimateConflict } from '#domain/estimates/estimate';
import type { EstimateEntry } from '#domain/estimates/estimate';
import { fromCents, toCents } from '#domain/values/money';
import { violatesConstraint } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import { insertEstimates, newestEstimatesQuery } from '#store/show/budget/estimates';
import { fullName, todayOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan, withIdempotency, writeAnswer } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { computeCostReport, costReportPlan, periodOf } from './cost-report.ts';
import { countingOf } from './view-measures.ts';

export const newEstimatesPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...costReportPlan(member),
  newestEstimates: newestEstimatesQuery(member.store),
});

/**
 * Enters estimates that count from a day on, all of them or none (EFC-02). Throws `FORBIDDEN`, `invalid_parameter`
 * without a budget or other actuals and for what the report does not take, and `WORKFLOW_CONFLICT` when another user
 * changed one of the accounts.
 */
export async function enterEstimates(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof newEstimatesPlan>,
  draft: NewEstimates,
): Promise<SavedEstimates> {
  requirePermission(context.permissions, 'Budget');
  const { store, user, now } = context;
  return withIdempotency<SavedEstimates>(context, stored, async (answerRow) => {
    const period = periodOf(context, rows, draft);
    const { day } = period;
    const { currencyCode } = requireEnterable(context, rows, day);
    const report = await computeCostReport(context, rows, period, []);
    const changes = changeEstimates(
      draft.estimates.map(entryOf),
      report.rows.get('ACCOUNT') ?? [],
      rows.newestEstimates,
      day,
    );
    const estimates = changes.map(({ account, revision, efcCents }) => ({
      account,
      revision,
      efc: efcCents === null ? null : fromCents(efcCents),
    }));
    const answer = { day, estimates };
    const by = { byId: user.id, byName: fullName(user), at: now };
    const shared = { currencyCode, day, reason: draft.reason, ...by };
    const inserts = changes.length > 0 ? [insertEstimates(store, shared, changes)] : [];
    await writeAnswer(context, [...inserts, ...answerRow(answer)]).catch((error: unknown) => {
      throw violatesConstraint(error, 'UNIQUE', 'account_estimates') ? estimateConflict() : error;
    });
    return answer;
  });
}

/** Returns the budget that counts. */
function requireEnterable(
  context: RequestContext,
  rows: Pick<PlanRows<typeof newEstimatesPlan>, 'budgets' | 'hasActuals'>,
  day: string,
) {
  const budget = countingOf(rows);
  if (!budget) throw refuse('This show has no budget yet.');
  if (!rows.hasActuals) throw refuse('Import other actuals first: an estimate needs all costs.');
  if (day > todayOf(context)) throw refuse('This day has not come yet.');
  return budget;
}

const refuse = (message: string) => new Refusal('invalid_parameter', { message });

function entryOf({ account, revision, ...amount }: NewEstimates['estimates'][number]): EstimateEntry {
  if ('etc' in amount) return { account, revision, etcCents: toCents(amount.etc) };
  return { account, revision, efcCents: amount.efc === null ? null : toCents(amount.efc) };
}
