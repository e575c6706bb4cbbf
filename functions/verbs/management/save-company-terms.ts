import { sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { Refusal } from '#domain/codes';
import { termsWords } from '#domain/management/show-form';
import type { CompanyTerms } from '#domain/management/show-form';
import { deleteFiles, putFile, sniffContentType } from '#edges/files/files';
import { sha256 } from '#store/d1/sha256';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  companyTermsQuery,
  deleteReplacedFiles,
  renameTerms,
  replaceTerms,
} from '#store/show/management/company-terms';
import type { CompanyTermsRow } from '#store/show/management/company-terms';
import { insertFile } from '#store/show/documents/files';
import type { RequestContext } from '#verbs/request/context';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';
import { labelOf, mustBeReadable } from '#verbs/documents/upload-file';

/** MG-21: a company's terms and conditions on the wire; id and label are null where it has none. */
export interface CompanySettings {
  projectCompanyExternalId: string;
  companyName: string;
  termsConditionsAttachmentId: string | null;
  attachmentLabel: string | null;
}

export function companySettingsOf(row: CompanyTermsRow): CompanySettings {
  return {
    projectCompanyExternalId: row.projectCompanyExternalId,
    companyName: row.name,
    termsConditionsAttachmentId: row.termsFileId,
    attachmentLabel: row.termsLabel,
  };
}

/** The companies of the show, each with its terms. */
export const companyTermsPlan = ({ store }: Pick<RequestContext, 'store'>) => ({
  companies: companyTermsQuery(store),
});

interface Chosen {
  termsFileId: string | null;
  termsLabel: string | null;
  writes: Write[];
}

/**
 * Sets what goes with the purchase orders of a company (API-59, DEC-67): the PDF that comes along, the one it has, or
 * none; then removes the files that nothing holds any more, terms of approved versions excepted. Throws `FORBIDDEN`, `NOT_FOUND`, `MISSING_REQUIRED_FIELDS`
 * without the file, `file_not_pdf`, `file_empty`, `file_too_large`.
 */
export async function saveCompanyTerms(
  context: RequestContext,
  { companies }: PlanRows<typeof companyTermsPlan>,
  given: CompanyTerms,
  file: { name: string; bytes: Uint8Array } | null,
  repeat: Repeat | null,
): Promise<CompanySettings> {
  requirePermission(context.permissions, 'Show');
  const { stored } = await readInOneTrip(storedAnswerPlan(context, repeat));
  return once(context, repeat, stored, async (keep) => {
    const { env, store } = context;
    const company = companies.find((row) => row.projectCompanyExternalId === given.projectCompanyExternalId);
    if (!company) throw new Refusal('NOT_FOUND');
    const { writes, ...terms } = await chosen(context, company, given, file);
    const answer = companySettingsOf({ ...company, ...terms });
    await store.write([...writes, ...keep(answer)]);
    if (given.cleanupAttachments.length > 0)
      await deleteFiles(env, await deleteReplacedFiles(store, given.cleanupAttachments));
    context.later(publishShowChange(env, store.showId));
    return answer;
  });
}

async function chosen(
  context: RequestContext,
  company: CompanyTermsRow,
  { termsConditionsAttachmentId: wanted, attachmentLabel }: CompanyTerms,
  file: { name: string; bytes: Uint8Array } | null,
): Promise<Chosen> {
  const { store, now } = context;
  const { projectCompanyExternalId: own } = company;
  if (wanted === termsWords.none) {
    const terms = { termsFileId: null, termsLabel: null };
    return { ...terms, writes: replaceTerms(store, own, terms, now) };
  }
  if (wanted === termsWords.add) {
    const { insert, ...terms } = await kept(context, file, attachmentLabel ?? '');
    return { ...terms, writes: [insert, ...replaceTerms(store, own, terms, now)] };
  }
  if (wanted !== company.termsFileId) throw new Refusal('NOT_FOUND');
  const terms = {
    termsFileId: wanted,
    termsLabel: attachmentLabel ? labelOf(attachmentLabel) : company.termsLabel,
  };
  return { ...terms, writes: [renameTerms(store, own, terms)] };
}

async function kept(
  context: RequestContext,
  file: { name: string; bytes: Uint8Array } | null,
  attachmentLabel: string,
) {
  if (!file) throw new Refusal('MISSING_REQUIRED_FIELDS', { message: 'file is missing.' });
  const label = labelOf(attachmentLabel || file.name);
  const refused = sizeRefusal(file.bytes.length);
  if (refused) throw new Refusal(refused, { message: uploadTexts[refused](label) });
  const contentType = await sniffContentType(file.bytes);
  if (contentType !== 'application/pdf') throw new Refusal('file_not_pdf');
  await mustBeReadable(file.bytes, contentType, label);
  const { env, store, now } = context;
  const id = context.newId();
  // Bytes before the row, as for every upload.
  await putFile(env, id, file.bytes, contentType);
  const insert = insertFile(store, {
    id,
    showId: store.showId,
    ownerKind: 'company',
    label,
    contentType,
    size: file.bytes.length,
    sha256: sha256(file.bytes),
    uploadedBy: context.user.id,
    createdAt: now,
    linkedAt: now,
  });
  return { termsFileId: id, termsLabel: label, insert };
}
