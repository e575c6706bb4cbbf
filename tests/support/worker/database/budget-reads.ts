import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import * as actuals from '#store/show/budget/actuals';
import * as budgets from '#store/show/budget/budgets';
import * as estimates from '#store/show/budget/estimates';
import { invoicesAmongQuery } from '#store/show/invoices/invoices-among';

const id = 'nobody';

/** Runs reads of budgets and actuals that scenarios rarely execute. */
export const budgetReads = (store: ShowStore): Promise<unknown>[] => [
  read(budgets.budgetsQuery(store)),
  read(budgets.budgetLinesQuery(store, id)),
  read(budgets.budgetChangesQuery(store, id, 2, 1)),
  read(actuals.actualImportQuery(store, id)),
  read(actuals.daysOfImportQuery(store, id)),
  read(actuals.fileImportQuery(store, id)),
  read(actuals.importedTransactionsQuery(store, [id])),
  read(actuals.rowsOfImportQuery(store, id, 0, 1)),
  read(invoicesAmongQuery(store, [id])),
  actuals.readWrongImports(store, 1),
  read(estimates.newestEstimatesQuery(store)),
  read(estimates.estimateChangesQuery(store, { account: id, before: 2, limit: 1 })),
  estimates.readWrongEstimates(store, 1),
];
