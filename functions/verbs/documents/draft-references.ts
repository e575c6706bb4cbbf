import type { DraftHeader } from '#domain/documents/document-draft';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { codeOf, draftReferencesQuery, referencedIds } from '#store/show/documents/draft-references';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import type { RequestContext } from '#verbs/request/context';
import { accountFieldOf } from '#verbs/reference-data/view-companies';
import type { AccountField, Company } from '#domain/reference-data/reference-data-response';

/** The show's records that a draft refers to: rows by id, the chart of accounts, and the company's tax codes. */
export type DraftReferences = Omit<DraftRows['references'], 'taxCodes'> & {
  accountFields: readonly AccountField[];
  taxes: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null;
};

/** The saved document of the draft, which keeps its department even when that was deactivated. */
export interface ExistingDocument {
  departmentId: string | null;
  /** True if the draft has the values of the stored purchase order. */
  unchanged?: boolean;
}

/** Reads the records that a draft refers to. */
export const draftPlan = ({ store, user }: Pick<RequestContext, 'store' | 'user'>, draft: DraftHeader) => ({
  references: draftReferencesQuery(store, referencedIds(draft, user.id)),
  accounts: accountFieldsQuery(store, true),
});
export type DraftRows = PlanRows<typeof draftPlan>;

/**
 * Returns `rows`, which were read for `planned`, if `draft` refers to the same records; otherwise reads them for
 * `draft`. The two differ when locked fields change the draft.
 */
export async function draftRows<Rows extends DraftRows>(
  context: Pick<RequestContext, 'store' | 'user'>,
  draft: DraftHeader,
  planned: DraftHeader,
  rows: Rows,
): Promise<Rows> {
  const names = (header: DraftHeader) => JSON.stringify(referencedIds(header, context.user.id));
  return names(draft) === names(planned)
    ? rows
    : { ...rows, ...(await readInOneTrip(draftPlan(context, draft))) };
}

/**
 * The records of a draft. A deactivated department counts as missing, unless the saved draft `existing` already has it;
 * submit checks that again (DEC-62). A currency with another code than the draft's counts as missing, too.
 */
export function draftReferences(
  draft: DraftHeader,
  existing: ExistingDocument | null,
  { references: { taxCodes, ...rows }, accounts }: DraftRows,
): DraftReferences {
  const { department, currency } = rows;
  // The stored code may differ when accounting has renamed the currency.
  const contradicts =
    existing?.unchanged !== true &&
    draft.currency !== '' &&
    codeOf(draft.currency) !== codeOf(currency?.isoCurrencyCode ?? '');
  const isOpen =
    department?.isActive === true || (department !== null && department.id === existing?.departmentId);
  return {
    ...rows,
    department: isOpen ? department : null,
    currency: contradicts ? null : currency,
    accountFields: accounts.map(accountFieldOf),
    taxes: rows.company && { hasTaxInfo: rows.company.hasTaxInfo, taxCodes },
  };
}
