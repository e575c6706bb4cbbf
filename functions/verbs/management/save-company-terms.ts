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
import { storedAnswerPlan, withFormContent, withIdempotency } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { labelOf, requireWithinLimits } from '#verbs/documents/upload-file';
import type { CompanySettings } from '#domain/management/show-response';

export function companySettingsOf(row: CompanyTermsRow): CompanySettings {
  return {
    projectCompanyExternalId: row.projectCompanyExternalId,
    companyName: row.name,
    termsConditionsAttachmentId: row.termsFileId,
    attachmentLabel: row.termsLabel,
  };
}

export const companyTermsPlan = ({ store }: Pick<RequestContext, 'store'>) => ({
  companies: companyTermsQuery(store),
});

interface TermsChange {
  termsFileId: string | null;
  termsLabel: string | null;
  writes: Write[];
}

/**
 * Sets the terms of a company's purchase orders: the uploaded PDF, the stored one, or none (API-59, DEC-67). Then
 * removes files that nothing refers to any more; terms of approved versions stay. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `MISSING_REQUIRED_FIELDS` without the file, `file_not_pdf`, `file_empty`, `file_too_large`.
 */
export async function saveCompanyTerms(
  context: RequestContext,
  { companies }: PlanRows<typeof companyTermsPlan>,
  input: CompanyTerms,
  file: { name: string; bytes: Uint8Array } | null,
): Promise<CompanySettings> {
  requirePermission(context.permissions, 'Show');
  const request = withFormContent(context, input, file && sha256(file.bytes));
  const { stored } = await readInOneTrip(storedAnswerPlan(request));
  return withIdempotency(request, stored, async (answerRow) => {
    const { env, store } = context;
    const company = companies.find((row) => row.projectCompanyExternalId === input.projectCompanyExternalId);
    if (!company) throw new Refusal('NOT_FOUND');
    const { writes, ...terms } = await termsChangeOf(context, company, input, file);
    const answer = companySettingsOf({ ...company, ...terms });
    await store.write([...writes, ...answerRow(answer)]);
    if (input.cleanupAttachments.length > 0)
      await deleteFiles(env, await deleteReplacedFiles(store, input.cleanupAttachments));
    context.runAfterResponse(publishShowChange(env, store.showId));
    return answer;
  });
}

async function termsChangeOf(
  context: RequestContext,
  company: CompanyTermsRow,
  { termsConditionsAttachmentId: choice, attachmentLabel }: CompanyTerms,
  file: { name: string; bytes: Uint8Array } | null,
): Promise<TermsChange> {
  const { store, now } = context;
  const { projectCompanyExternalId: companyId } = company;
  if (choice === termsWords.none) {
    const terms = { termsFileId: null, termsLabel: null };
    return { ...terms, writes: replaceTerms(store, companyId, terms, now) };
  }
  if (choice === termsWords.add) {
    const { insert, ...terms } = await uploadTerms(context, file, attachmentLabel ?? '');
    return { ...terms, writes: [insert, ...replaceTerms(store, companyId, terms, now)] };
  }
  if (choice !== company.termsFileId) throw new Refusal('NOT_FOUND');
  const terms = {
    termsFileId: choice,
    termsLabel: attachmentLabel ? labelOf(attachmentLabel) : company.termsLabel,
  };
  return { ...terms, writes: [renameTerms(store, companyId, terms)] };
}

async function uploadTerms(
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
  await requireWithinLimits(file.bytes, contentType, label);
  const { env, store, now } = context;
  const id = context.newId();
  // The bytes are stored before the row, as for every upload.
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
