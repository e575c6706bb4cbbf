import { countVersion } from '#domain/budget/counts';
import type { BudgetMeasuresResponse, MeasuredDocuments } from '#domain/budget/measures-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { storeFor } from '#store/d1/open';
import { verifyMeasures, verifyMovements } from '#verbs/operations/verify-movements';
import { adjust, approveThrough, oneMoreLine, save, submit } from '../fixtures/change-orders.ts';
import { aLine, as, submitted } from '../fixtures/client.ts';
import { must } from '../fixtures/relief.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { sql, studioEnv } from '../fixtures/studio.ts';

/** What a verification finds wrong in what the documents of the first show count for budgets. */
export async function movementFaults(): Promise<string[]> {
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const faults = [
    ...(await verifyMovements(store, 'alpha1_', 'alpha1_\u{10FFFF}')),
    ...(await verifyMeasures(store, 100)),
  ];
  return faults.map(({ documentId, what }) => `${documentId} ${what}`);
}

/** Forgets every movement of the first show, so that only later documents count. */
export async function forgetMovements(): Promise<void> {
  await sql.alpha`DELETE FROM budget_movements`;
  await sql.alpha`DELETE FROM account_measures`;
  await sql.alpha`DELETE FROM coded_measures`;
  await sql.alpha`DELETE FROM cost_sums`;
  await sql.alpha`DELETE FROM foreign_cost_sums`;
  await leaveUncounted();
}

/** The first show as a release counts it whose version is lower. */
export const leaveUncounted = () =>
  sql.alpha`UPDATE show_settings SET count_version = 0, count_position = NULL WHERE show_id = 'alpha1'`;

/** Regards what movements the first show has as complete. */
export const markCounted = () =>
  sql.alpha`UPDATE show_settings SET count_version = ${countVersion}, count_position = NULL WHERE show_id = 'alpha1'`;

export const readMeasures = (name: PersonName = 'ada') =>
  as(name).get<BudgetMeasuresResponse & { code?: string }>('/api/budgets/measures?showId=alpha1');

/** The figures of one budgeted account, in the words of `budget.md`. */
export async function figuresOf(account = '6100') {
  const { body } = await readMeasures();
  const line = body.lines.find((one) => one.account === account);
  if (!line) throw new Error(`no budget of ${account}`);
  const { committed, inProgress, waiting, actual: invoiced, available, afterWaiting } = line;
  return { committed, inProgress, waiting, invoiced, available, afterWaiting };
}

export const measuredDocuments = async (account = '6100', name: PersonName = 'ada', query = '') =>
  (
    await as(name).get<MeasuredDocuments>(
      `/api/budgets/measures/documents?showId=alpha1&account=${encodeURIComponent(account)}${query}`,
    )
  ).body;

/** An approved order of Dana's with one line, as invoices refer to it. */
export async function approvedLine(amount: number, account = '6100') {
  const line = aLine({ quantity: 1, unitCost: amount, coding: { ACCOUNT: account } });
  const po = await submitted('dana', { lineItems: [line] });
  return approveThrough(po.id);
}

export const numbered = (po: PurchaseOrder) => ({
  number: po.poNumber,
  lines: po.lineItems.map(({ id, lineNumber, totalCost }) => ({ id, lineNumber, cents: totalCost * 100 })),
});

/** Submits a change order that adds a line of this amount. */
export async function submitChange(po: PurchaseOrder, amount: number): Promise<void> {
  const { body: open } = await adjust('dana', po.id);
  await must(save('dana', open, { lineItems: oneMoreLine(open, { unitCost: amount }) }));
  await must(submit('dana', po.id));
}
