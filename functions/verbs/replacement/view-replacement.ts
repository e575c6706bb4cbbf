import { Refusal } from '#domain/codes';
import type { Replacement, ReplacementsOfUser } from '#domain/replacement/replacement-response';
import { numberFor } from '#domain/identity/visibility';
import { templateTypeOf } from '#domain/document';
import { read } from '#store/d1/query';
import type { PlanRows, RowOf } from '#store/d1/query';
import { templateSetQuery } from '#store/show/approval/workflow-templates';
import { openDocumentCountsQuery } from '#store/show/replacement/replace-in-document';
import { replacementsQuery, replacementViewQuery } from '#store/show/replacement/replacements';
import { numberMilestone } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { replaceableTypes } from './replaceable-types.ts';

const day = 24 * 3600_000;
/** Days for which replacements are listed. */
const listedDays = 31;

type ViewRows = NonNullable<RowOf<ReturnType<typeof replacementViewQuery>>>;

function summaryOf({
  replacement: row,
  documents,
  processed,
}: Pick<ViewRows, 'replacement' | 'documents' | 'processed'>) {
  return {
    id: row.id,
    state: row.state,
    former: { userId: row.formerId, name: row.formerName },
    replacement: { userId: row.replacementId, name: row.replacementName },
    workflowTemplateId: row.templateId,
    requestedBy: { userId: row.requestedById, name: row.requestedByName },
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    documents,
    processed,
  };
}

/** A replacement as the API returns it. Documents are named by the number that the user may see. */
export function replacementOf(context: RequestContext, view: ViewRows): Replacement {
  const milestone = numberMilestone(context);
  const nameOf = (item: ViewRows['exceptions'][number]) => ({
    docId: item.documentId,
    docType: item.type,
    number: numberFor(item, milestone),
  });
  const { preview } = view.replacement;
  return {
    ...summaryOf(view),
    ...preview,
    replaced: view.replaced,
    exceptions: view.exceptions.map((item) => ({ ...nameOf(item), steps: item.result ?? item.preview })),
    exceptionCount: view.exceptionCount,
    differences: view.differences.map((item) => ({
      ...nameOf(item),
      preview: item.preview,
      result: item.result ?? [],
    })),
    differenceCount: view.differenceCount,
  };
}

export const replacementPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  view: replacementViewQuery(store, id),
});

/** Throws `FORBIDDEN` for users who may not replace approvers, `NOT_FOUND`. */
export function viewReplacement(
  context: RequestContext,
  { view }: PlanRows<typeof replacementPlan>,
): Replacement {
  const types = replaceableTypes(context);
  if (!view || !view.replacement.types.every((type) => types.includes(type))) throw new Refusal('NOT_FOUND');
  return replacementOf(context, view);
}

/** The same for a replacement that this request has written. */
export async function readReplacement(context: RequestContext, id: string): Promise<Replacement> {
  return viewReplacement(context, { view: await read(replacementViewQuery(context.store, id)) });
}

export const replacementsPlan = (
  { store, now }: Pick<MembershipContext, 'store' | 'now'>,
  userId: string,
) => ({
  set: templateSetQuery(store),
  open: openDocumentCountsQuery(store, userId),
  replacements: replacementsQuery(store, userId, new Date(Date.parse(now) - listedDays * day).toISOString()),
});

/** What waits for a user, in the types whose flows the caller may change, and the replacements of the last month. */
export function viewReplacementsOf(
  context: RequestContext,
  { set, open, replacements }: PlanRows<typeof replacementsPlan>,
  userId: string,
): ReplacementsOfUser {
  const types = replaceableTypes(context);
  const templateTypes = types.map((type) => templateTypeOf[type]);
  const documents = open
    .filter(({ type }) => types.includes(type))
    .reduce((sum, one) => sum + one.documents, 0);
  const lists = set.templates.filter(
    ({ templateType, steps }) =>
      templateTypes.includes(templateType) &&
      steps.some(({ approverIds, backupId }) => approverIds.includes(userId) || backupId === userId),
  );
  return { documents, flows: lists.length, replacements: replacements.map(summaryOf) };
}
