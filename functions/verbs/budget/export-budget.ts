import { budgetFileColumns, budgetFileRows } from '#domain/budget/import/budget-file';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { dateInZone } from '#domain/values/days';
import { createLogFile, logTypes } from '#edges/files/log-file';
import type { PlanRows } from '#store/d1/query';
import type { LogFile } from '#verbs/lists/export-log';
import type { RequestContext } from '#verbs/request/context';
import { viewBudget } from './view-budget.ts';
import type { budgetPlan } from './view-budget.ts';

/** A budget as a file that can be imported again without a change (BUD-86). Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function exportBudget(
  context: RequestContext,
  rows: PlanRows<typeof budgetPlan>,
  id: string,
  { format, timeZone }: { format: LogFormat; timeZone: string },
): Promise<LogFile> {
  const { show, user, now } = context;
  const budget = viewBudget(context, rows, id);
  async function* each() {
    yield* budgetFileRows(budget);
  }
  return {
    fileName: logFileName(`Budget_${budget.number}`, show.slug, dateInZone(now, timeZone), format),
    contentType: logTypes[format],
    body: await createLogFile(
      {
        title: 'Budget',
        columns: budgetFileColumns(budget),
        rows: each(),
        formatOptions: { dateFormat: user.dateFormat, timeZone },
      },
      format,
    ),
  };
}
