import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { Company } from '#domain/reference-data/company';
import type { DraftHeader } from '#domain/documents/document-draft';
import {
  codeOf,
  namesIn,
  readDraftReferences,
  readStoredReferences,
} from '#store/show/documents/draft-references';
import { readAccountFields } from '#store/show/vendors/read-reference-data';
import type { ShowContext } from '#verbs/request/context';
import { accountFieldOf } from '#verbs/reference-data/view-companies';

/** What a draft names, as the show has it: rows by id, the chart of accounts, and the company's tax codes. */
export type DraftReferences = Omit<Awaited<ReturnType<typeof readDraftReferences>>, 'taxCodes'> & {
  accountFields: readonly AccountField[];
  taxes: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null;
};

/** A saved document that a draft is, or is to become; its department stays its own. */
export interface Kept {
  departmentId: string | null;
  /** The draft names what this purchase order does. */
  unchanged?: string;
}

/**
 * Looks them up. A department that was deactivated is nobody's any more and not found, unless it is that of `kept`,
 * which a saved draft has already: that is asked again at submit (DEC-62). A currency with another code than the draft's is
 * not found either.
 */
export async function draftReferences(
  context: ShowContext,
  draft: DraftHeader,
  kept: Kept | null,
): Promise<DraftReferences> {
  const { store } = context;
  const { foreseen } = store;
  const [{ taxCodes, ...rows }, fields] = await Promise.all([
    kept?.unchanged === undefined
      ? foreseen.ask(readDraftReferences, store, namesIn(draft, context.user.id))
      : foreseen.ask(readStoredReferences, store, kept.unchanged),
    foreseen.ask(readAccountFields, store, true),
  ]);
  const { department, currency } = rows;
  // What is stored may have another code by now, when accounting has renamed the currency.
  const contradicts =
    kept?.unchanged === undefined &&
    draft.currency !== '' &&
    codeOf(draft.currency) !== codeOf(currency?.isoCurrencyCode ?? '');
  const isOpen =
    department?.isActive === true || (department !== null && department.id === kept?.departmentId);
  return {
    ...rows,
    department: isOpen ? department : null,
    currency: contradicts ? null : currency,
    accountFields: fields.map(accountFieldOf),
    taxes: rows.company && { hasTaxInfo: rows.company.hasTaxInfo, taxCodes },
  };
}
