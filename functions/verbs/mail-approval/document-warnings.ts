import { decideBudget } from '#domain/budget/decision';
import type { AffectedAccount } from '#domain/budget/decision';
import type { DocType } from '#domain/document';
import type { DocumentWarning } from '#domain/lifecycle/document-warning';
import { findPossibleSplit } from '#domain/purchase-orders/split-orders';
import { isOverRelief } from '#domain/relief/relief-limit';
import { combineQueries, mapQuery } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { referencesQuery } from '#store/show/documents/payee';
import type { SubjectRows } from '#store/show/documents/read-document';
import { similarInvoicesQuery } from '#store/show/invoices/read-similar-invoices';
import { ordersAroundQuery } from '#store/show/purchase-orders/read-orders-around';
import { reliefDrawsQuery } from '#store/show/relief/relief-draws';
import { vendorChangeOfRows } from '#verbs/documents/view-parts';
import { instanceOf } from '#verbs/lifecycle/subject';
import { visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';

/** The rows by which a document has warnings. */
export interface WarningRows {
  references: RowOf<ReturnType<typeof referencesQuery>>;
  around: RowOf<ReturnType<typeof ordersAroundQuery>>;
  similar: RowOf<ReturnType<typeof similarInvoicesQuery>>;
  draws: RowOf<ReturnType<typeof reliefDrawsQuery>>;
  affected: readonly AffectedAccount[];
}

const noRows: WarningRows = { references: null, around: [], similar: [], draws: [], affected: [] };

/** Reads what the warnings of a document follow from; null for a payment, which has none. */
export function warningsQuery(
  member: Pick<MembershipContext, 'store' | 'user' | 'membership' | 'show'>,
  type: DocType,
  id: string,
): Query<WarningRows> | null {
  const { store } = member;
  if (type === 'PAYMENT') return null;
  const affected = affectedAccountsQuery(store, id);
  const own =
    type === 'PO'
      ? combineQueries({
          affected,
          references: referencesQuery(store, type, id),
          around: ordersAroundQuery(store, id, visibilitiesOf(member, 'PO')),
        })
      : combineQueries({
          affected,
          references: referencesQuery(store, type, id),
          similar: similarInvoicesQuery(store, id, visibilitiesOf(member, 'INVOICE')),
          draws: reliefDrawsQuery(store, id, 'COUNTING'),
        });
  return mapQuery<Partial<WarningRows>, WarningRows>(own, (rows) => ({ ...noRows, ...rows }));
}

/** Why a document should be reviewed in the application: the warnings of its review, over-relief and over budget (LINK-03). */
export function warningsOf(
  { settings }: Pick<RequestContext, 'settings'>,
  subject: SubjectRows,
  { references, around, similar, draws, affected }: WarningRows = noRows,
): DocumentWarning[] {
  const { document } = subject;
  const header = subject.purchaseOrder ?? subject.invoice;
  const instance = instanceOf(subject);
  const isSplit =
    settings.splitOrderWarning && instance !== null && findPossibleSplit(instance, document, around) !== null;
  const isOver = isOverRelief(draws, settings);
  const isChanged = header !== null && vendorChangeOfRows({ document, references }, header) !== null;
  return [
    ...(similar.length > 0 ? (['POSSIBLE_DUPLICATE'] as const) : []),
    ...(isSplit ? (['POSSIBLE_SPLIT'] as const) : []),
    ...(isChanged ? (['CHANGED_PAYEE'] as const) : []),
    ...(isOver ? (['OVER_RELIEF'] as const) : []),
    ...(decideBudget(affected)?.answer === 'OVER' ? (['OVER_BUDGET'] as const) : []),
  ];
}
