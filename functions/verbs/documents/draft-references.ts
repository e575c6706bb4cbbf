import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { Company } from '#domain/reference-data/company';
import type { DraftHeader } from '#domain/documents/document-draft';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { codeOf, draftReferencesQuery, namesIn } from '#store/show/documents/draft-references';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import type { RequestContext } from '#verbs/request/context';
import { accountFieldOf } from '#verbs/reference-data/view-companies';

/** What a draft names, as the show has it: rows by id, the chart of accounts, and the company's tax codes. */
export type DraftReferences = Omit<DraftRows['references'], 'taxCodes'> & {
  accountFields: readonly AccountField[];
  taxes: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null;
};

/** A saved document that a draft is, or is to become; its department stays its own. */
export interface Kept {
  departmentId: string | null;
  /** The draft names what the stored purchase order does. */
  unchanged?: boolean;
}

/** What a draft names, to be looked up. */
export const draftPlan = ({ store, user }: Pick<RequestContext, 'store' | 'user'>, draft: DraftHeader) => ({
  references: draftReferencesQuery(store, namesIn(draft, user.id)),
  accounts: accountFieldsQuery(store, true),
});
export type DraftRows = PlanRows<typeof draftPlan>;

/**
 * The rows of `draft`, where `planned` is the draft whose names were read: locked fields may make it another one. Reads
 * them anew where it names something else.
 */
export async function draftRows<Rows extends DraftRows>(
  context: Pick<RequestContext, 'store' | 'user'>,
  draft: DraftHeader,
  planned: DraftHeader,
  rows: Rows,
): Promise<Rows> {
  const names = (one: DraftHeader) => JSON.stringify(namesIn(one, context.user.id));
  return names(draft) === names(planned)
    ? rows
    : { ...rows, ...(await readInOneTrip(draftPlan(context, draft))) };
}

/**
 * Looks them up. A department that was deactivated is nobody's any more and not found, unless it is that of `kept`,
 * which a saved draft has already: that is asked again at submit (DEC-62). A currency with another code than the draft's is
 * not found either.
 */
export function draftReferences(
  draft: DraftHeader,
  kept: Kept | null,
  { references: { taxCodes, ...rows }, accounts }: DraftRows,
): DraftReferences {
  const { department, currency } = rows;
  // What is stored may have another code by now, when accounting has renamed the currency.
  const contradicts =
    kept?.unchanged !== true &&
    draft.currency !== '' &&
    codeOf(draft.currency) !== codeOf(currency?.isoCurrencyCode ?? '');
  const isOpen =
    department?.isActive === true || (department !== null && department.id === kept?.departmentId);
  return {
    ...rows,
    department: isOpen ? department : null,
    currency: contradicts ? null : currency,
    accountFields: accounts.map(accountFieldOf),
    taxes: rows.company && { hasTaxInfo: rows.company.hasTaxInfo, taxCodes },
  };
}
