import { Refusal } from '#domain/codes';
import { figureChanges } from '#domain/purchase-orders/accounting-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { refusal } from '#domain/lifecycle/lifecycle';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingPoState } from '#edges/accounting/port';
import type { NoPlan, Plan, Reading } from '#store/d1/query';
import { figuresQuery, keepFigures } from '#store/show/accounting/accounting-balances';
import { act, subjectPlan } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';

/** A purchase order with the figures of before. */
export const accountingPullPlan = ({ store }: Pick<RequestContext, 'store'>, id: string) => ({
  ...subjectPlan({ store }, id),
  figures: figuresQuery(store, id),
});

/**
 * Brings a purchase order back from accounting (API-13, AC-03, DEC-25/18): whether it is in the books, what is left on
 * each line there, and whether it is fully relieved. One that is no longer in the books, or void there, comes back as
 * not found. Figures that people see change in an entry with both values (DEC-90). Throws `accounting_interface_error`, and then nothing has changed.
 */
export function pullFromAccounting<After extends Plan = NoPlan>(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof accountingPullPlan>>,
  after: After,
): Promise<Acted<After>> {
  let found: AccountingPoState | null = null;
  let changes: FieldChange[] = [];
  return act(context, { docType: 'PO', id }, 'pull-from-accounting', reading, {
    input: async (rows, { figures: lines }) => {
      // Rights and state first: accounting is asked for nobody who may not have the answer (DEC-98).
      const refused = refusal(subjectOf(rows), 'pull-from-accounting', actorOf(context), context.settings);
      if (refused) throw new Refusal(refused);
      const held = await accountingFor(context.env, context.show).pullPo(id);
      found = held?.isVoid === false ? held : null;
      changes = figureChanges({ ...rows.document, lines }, found?.lines ?? null);
      return { at: context.now };
    },
    writes: () => keepFigures(context.store, id, found?.lines ?? null),
    changes: () => changes,
    after,
  });
}
