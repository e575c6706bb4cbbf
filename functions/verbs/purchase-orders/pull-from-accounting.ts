import { Refusal } from '#domain/codes';
import { balanceChanges } from '#domain/purchase-orders/accounting-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { refusal } from '#domain/lifecycle/decide';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingPoState } from '#edges/accounting/port';
import type { NoPlan, ReadPlan, Reading } from '#store/d1/query';
import { lineBalancesQuery, saveAccountingBalances } from '#store/show/accounting/accounting-balances';
import { performAction, subjectPlan } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';

/** A purchase order with the line balances of the last pull. */
export const accountingPullPlan = ({ store }: Pick<RequestContext, 'store'>, id: string) => ({
  ...subjectPlan({ store }, id),
  figures: lineBalancesQuery(store, id),
});

/**
 * Updates a purchase order from accounting (API-13, AC-03, DEC-25/18): whether it exists there, the balance of each
 * line, and whether it is fully relieved. One that was removed or voided there counts as not found. Changed figures
 * that users see are recorded in the history with both values (DEC-90). Throws `accounting_interface_error` without any
 * change.
 */
export function pullFromAccounting<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof accountingPullPlan>>,
  after: After,
): Promise<ActionOutcome<After>> {
  let found: AccountingPoState | null = null;
  let changes: FieldChange[] = [];
  return performAction(context, { docType: 'PO', id }, 'pull-from-accounting', reading, {
    input: async (rows, { figures: lines }) => {
      // Permissions and state first: accounting is not called for a user who may not have the result (DEC-98).
      const refused = refusal(subjectOf(rows), 'pull-from-accounting', actorOf(context), context.settings);
      if (refused) throw new Refusal(refused);
      const state = await accountingFor(context.env, context.show).pullPo(id);
      found = state?.isVoid === false ? state : null;
      changes = balanceChanges({ ...rows.document, lines }, found?.lines ?? null);
      return { at: context.now };
    },
    writes: () => saveAccountingBalances(context.store, id, found?.lines ?? null),
    changes: () => changes,
    after,
  });
}
