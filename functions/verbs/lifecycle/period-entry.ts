import type { Change } from '#domain/lifecycle/change';
import type { Json } from '#domain/history/history';
import { effectiveDayOf, isEntry } from '#domain/periods/period';
import { noOpenPeriod } from '#domain/periods/period-refusal';
import { showMembersQuery } from '#store/directory/users';
import type { Write } from '#store/d1/open';
import { read } from '#store/d1/query';
import { guardPeriodOpen } from '#store/show/budget/periods';
import type { DocumentRow, SubjectRows } from '#store/show/documents/read-document';
import { todayOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** What an entry into a period adds to its change; the empty one adds nothing. */
export interface PeriodEntry {
  header: Partial<Pick<DocumentRow, 'accountingPeriod' | 'effectiveDay'>>;
  payload: Record<string, Json>;
  guards: Write[];
  /** The day on which amounts of the change count; null for the day of the change. */
  effectiveDay: string | null;
}

export const noEntry: PeriodEntry = { header: {}, payload: {}, guards: [], effectiveDay: null };

/** The period of a document for its page; empty without one (PERIOD-09). */
export function periodOf({ accountingPeriod }: Pick<DocumentRow, 'accountingPeriod'>): {
  accountingPeriod?: string;
} {
  return accountingPeriod === null ? {} : { accountingPeriod };
}

/**
 * The entry of a change into an open period (PERIOD-05 to PERIOD-08); none for other changes, and for companies without
 * periods. Throws `no_open_period`.
 */
export async function enterPeriod(
  { store, directory, settings, now }: Pick<RequestContext, 'store' | 'directory' | 'settings' | 'now'>,
  { document, purchaseOrder, invoice, periods }: SubjectRows,
  change: Change,
): Promise<PeriodEntry> {
  if (!periods || !isEntry(document, change)) return noEntry;
  const { company, open } = periods;
  if (!open) {
    const day = document.effectiveDay ?? document.businessDay;
    const companyName = purchaseOrder?.companyName ?? invoice?.companyName ?? '';
    throw noOpenPeriod({ day, company: companyName }, await read(showMembersQuery(directory)));
  }
  const dated = { ...document, lockedLineCount: purchaseOrder?.lockedLineCount ?? 0 };
  const effectiveDay = effectiveDayOf(dated, open, todayOf({ settings, now }));
  const accountingPeriod = document.accountingPeriod ?? open.name;
  return {
    header: { effectiveDay, ...(change.action === 'approve' && { accountingPeriod }) },
    payload: { period: open.name, effectiveDay },
    guards: [guardPeriodOpen(store, document.id, { company, number: open.number })],
    effectiveDay,
  };
}
