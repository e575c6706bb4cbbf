import { budgetConflict } from '#domain/budget/budget';
import type { Budget } from '#domain/budget/budget-response';
import { violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import type { RequestContext } from '#verbs/request/context';
import { withIdempotency } from '#verbs/request/idempotency';
import type { StoredAnswer } from '#verbs/request/idempotency';
import { budgetPlan, viewBudget } from './view-budget.ts';

/**
 * Writes a budget once per idempotency key, and returns it as it is then stored (BUD-10). Throws what `prepare` throws,
 * and `WORKFLOW_CONFLICT` when another request was first.
 */
export async function saveBudgetOnce(
  context: RequestContext,
  stored: StoredAnswer | null,
  prepare: () => Promise<{ id: string; writes: Write[] }>,
): Promise<Budget> {
  let rows: PlanRows<typeof budgetPlan> | null = null;
  const { id } = await withIdempotency<{ id: string }>(context, stored, async (answerRow) => {
    const { id: budgetId, writes } = await prepare();
    const answer = { id: budgetId };
    rows = await context.store
      .writeAndRead([...writes, ...answerRow(answer)], budgetPlan(context, budgetId))
      .catch((error: unknown) => {
        const wasSecond = ['budgets', 'budget_changes'].some((table) =>
          violatesConstraint(error, 'UNIQUE', table),
        );
        throw wasSecond ? budgetConflict() : error;
      });
    return answer;
  });
  return viewBudget(context, rows ?? (await readInOneTrip(budgetPlan(context, id))), id);
}
