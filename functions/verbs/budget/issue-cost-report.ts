import { Refusal } from '#domain/codes';
import { reportDimensions } from '#domain/budget/cost-report/dimensions';
import type { NewCostReport } from '#domain/budget/cost-report/request';
import type { CostReport } from '#domain/budget/cost-report/response';
import { violatesConstraint } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { insertCostReport } from '#store/show/budget/cost-reports';
import { fullName, todayOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan, withIdempotency } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { computeCostReport, costReportPlan, periodOf } from './cost-report.ts';
import { issuedReportPlan, viewIssuedReport } from './view-cost-report.ts';

export const newCostReportPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...costReportPlan(member),
});

/**
 * Issues the report as of a day: stores it under the next number as it is then (REPORT-06). Throws `FORBIDDEN`,
 * `invalid_parameter` without a budget, while documents are still being counted, for a day that has not ended or lies
 * before the last report, and `WORKFLOW_CONFLICT` when another report was issued meanwhile.
 */
export async function issueCostReport(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof newCostReportPlan>,
  draft: NewCostReport,
): Promise<CostReport> {
  requirePermission(context.permissions, 'Budget');
  const { store, user, now } = context;
  const { number } = await withIdempotency<{ number: number }>(context, stored, async (answerRow) => {
    const period = periodOf(context, rows, draft);
    requireIssuable(context, rows, period.day);
    const report = await computeCostReport(context, rows, period, reportDimensions);
    const answer = { number: (rows.newest?.number ?? 0) + 1 };
    const record = {
      ...answer,
      day: period.day,
      fromDay: period.from,
      note: draft.note ?? '',
      byId: user.id,
      byName: fullName(user),
      at: now,
      head: report.head,
    };
    const tables = [...report.rows].map(([dimension, ofDimension]) => ({ dimension, rows: ofDimension }));
    await store
      .write([...insertCostReport(store, record, tables), ...answerRow(answer)])
      .catch((error: unknown) => {
        throw violatesConstraint(error, 'UNIQUE', 'cost_reports') ? conflict() : error;
      });
    return answer;
  });
  return viewIssuedReport(
    context,
    await readInOneTrip(issuedReportPlan(context, number, 'ACCOUNT')),
    'ACCOUNT',
  );
}

const conflict = () =>
  new Refusal('WORKFLOW_CONFLICT', {
    message: 'Another report was issued in the meantime. Load the reports again.',
  });

function requireIssuable(
  context: RequestContext,
  {
    budgets,
    isCounted,
    newest,
  }: PlanRows<typeof newCostReportPlan> | Omit<PlanRows<typeof newCostReportPlan>, 'stored'>,
  day: string,
): void {
  const problem =
    budgets.length === 0
      ? 'This show has no budget yet.'
      : !isCounted
        ? 'Documents from before the upgrade are still being counted. Issue the report later.'
        : day > todayOf(context)
          ? 'This day has not come yet.'
          : newest && day < newest.day
            ? `Report ${newest.number} was issued as of ${newest.day}. Choose that day or a later one.`
            : null;
  if (problem) throw new Refusal('invalid_parameter', { message: problem });
}
