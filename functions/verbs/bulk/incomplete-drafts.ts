import { Refusal } from '#domain/codes';
import type { RefusalDetail } from '#domain/codes';
import type { DocType } from '#domain/document';
import { invoiceIssueTexts, issueTexts } from '#domain/documents/validation';
import { refusal } from '#domain/lifecycle/decide';
import { readInOneTrip } from '#store/d1/query';
import { linesOfSeveralQuery } from '#store/show/documents/lines';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { subjectsQuery } from '#store/show/documents/read-document';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { requireCompleteInvoice } from '#verbs/invoices/submit-invoice';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { requireCompleteOrder } from '#verbs/purchase-orders/submit-purchase-order';
import type { RequestContext } from '#verbs/request/context';

/** Drafts that are read in one round trip, and how many a preview checks; the run checks all of them. */
const pageSize = 100;
const maxCheckedDrafts = 500;

/** The text of the first rule that a draft breaks (BULK-06). */
export function firstIssue(docType: DocType, { errors = [] }: RefusalDetail): string | null {
  const texts: Readonly<Record<string, string>> =
    docType === 'INVOICE' ? { ...issueTexts, ...invoiceIssueTexts } : { ...invoiceIssueTexts, ...issueTexts };
  return texts[errors[0] ?? ''] ?? null;
}

export interface DraftError {
  code: string;
  message: string;
}

/**
 * Why drafts cannot be submitted as they are, by id: the checks of a submission that need only the draft (BULK-10). What
 * depends on other documents and on approvers is found by the run.
 */
export async function findDraftErrors(
  context: RequestContext,
  docType: DocType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DraftError>> {
  const errors = new Map<string, DraftError>();
  const checked = ids.slice(0, maxCheckedDrafts);
  for (let from = 0; from < checked.length; from += pageSize) {
    const page = checked.slice(from, from + pageSize);
    const { subjects, lines, departments } = await readInOneTrip({
      subjects: subjectsQuery(context.store, page),
      lines: docType === 'PAYMENT' ? null : linesOfSeveralQuery(context.store, page),
      departments: docType === 'PAYMENT' ? null : departmentsQuery(context.store),
    });
    const active = new Set((departments ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
    for (const [id, rows] of subjects) {
      const { departmentId } = rows.document;
      const isActive = departmentId !== null && active.has(departmentId);
      const error = errorOf(context, rows, lines?.get(id) ?? [], isActive);
      if (error) errors.set(id, error);
    }
  }
  return errors;
}

function errorOf(
  context: RequestContext,
  rows: SubjectRows,
  lines: readonly LineRow[],
  departmentIsActive: boolean,
): DraftError | null {
  const { type } = rows.document;
  const code = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings);
  if (code) return { code, message: '' };
  try {
    if (type === 'PO') requireCompleteOrder(rows, lines, departmentIsActive);
    if (type === 'INVOICE') requireCompleteInvoice(rows, lines, null, departmentIsActive);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, message: error.detail.message ?? firstIssue(type, error.detail) ?? '' };
  }
}
