import type { AccountField } from '#domain/chart-of-accounts';
import type { Company } from '#domain/company';
import type { DraftHeader } from '#domain/document-draft';
import { readDraftReferences } from '#store/show/draft-references';
import { readAccountFields, readTaxCodes } from '#store/show/read-reference';
import type { ShowContext } from './context.ts';
import { accountFieldOf } from './view-reference.ts';

/** What a draft names, as the show has it: rows by id, the chart of accounts, and the company's tax codes. */
export type DraftReferences = Awaited<ReturnType<typeof readDraftReferences>> & {
  accountFields: readonly AccountField[];
  taxes: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null;
};

/**
 * Looks them up. A department that was deactivated is nobody's any more and not found, unless it is `storedDepartmentId`,
 * which a saved draft has already: that is asked again at submit (DEC-62).
 */
export async function draftReferences(
  context: ShowContext,
  draft: DraftHeader,
  storedDepartmentId: string | null,
): Promise<DraftReferences> {
  const { store } = context;
  const [rows, fields, taxCodes] = await Promise.all([
    readDraftReferences(store, draft),
    readAccountFields(store, true),
    readTaxCodes(store, draft.projectCompanyExternalId),
  ]);
  const { department } = rows;
  const isOpen = department?.isActive === true || department?.id === storedDepartmentId;
  return {
    ...rows,
    department: isOpen ? department : null,
    accountFields: fields.map(accountFieldOf),
    taxes: rows.company && { hasTaxInfo: rows.company.hasTaxInfo, taxCodes },
  };
}
