import { Refusal } from '#domain/codes';
import { figureChanges } from '#domain/purchase-orders/accounting-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { refusal } from '#domain/lifecycle/lifecycle';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingPoState } from '#edges/accounting/port';
import { keepFigures, readFigures } from '#store/show/accounting/accounting-balances';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { Seat, ShowContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';

/** Prefetches the figures of before. */
export function prefetchFigures({ store }: Seat, id: string): void {
  store.foreseen.begin(readFigures, store, id);
}

/**
 * Brings a purchase order back from accounting (API-13, AC-03, DEC-25/18): whether it is in the books, what is left on
 * each line there, and whether it is fully relieved. One that is no longer in the books, or void there, comes back as
 * not found. Figures that people see change in an entry with both values (DEC-90). Throws `accounting_interface_error`, and then nothing has changed.
 */
export function pullFromAccounting(context: ShowContext, id: string): Promise<Acted> {
  let found: AccountingPoState | null = null;
  let changes: FieldChange[] = [];
  return act(
    context,
    { docType: 'PO', id },
    'pull-from-accounting',
    async (rows) => {
      // Rights and state first: accounting is asked for nobody who may not have the answer (DEC-98).
      const refused = refusal(subjectOf(rows), 'pull-from-accounting', actorOf(context), context.settings);
      if (refused) throw new Refusal(refused);
      const [held, lines] = await Promise.all([
        accountingFor(context.env, context.show).pullPo(id),
        context.store.foreseen.ask(readFigures, context.store, id),
      ]);
      found = held?.isVoid === false ? held : null;
      changes = figureChanges({ ...rows.document, lines }, found?.lines ?? null);
      return { at: context.now };
    },
    () => keepFigures(context.store, id, found?.lines ?? null),
    () => changes,
  );
}
