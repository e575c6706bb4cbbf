import type { DocType } from '#domain/document';
import { readOverBudget } from '#store/show/budget/decision';
import { budgetVisibilityOf } from '#verbs/lifecycle/budget-decision';
import type { RequestContext } from '#verbs/request/context';

/** Documents that are compared in one round trip, and how many a preview compares. */
const pageSize = 100;
const maxComparedDocuments = 500;

/** Which documents are over budget, in the accounts that the user may see (BULK-03, BUD-38). */
export async function findOverBudget(
  context: RequestContext,
  docType: DocType,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const over = new Set<string>();
  const { answer } = budgetVisibilityOf(context);
  if (docType === 'PAYMENT' || answer?.length === 0) return over;
  const compared = ids.slice(0, maxComparedDocuments);
  for (let from = 0; from < compared.length; from += pageSize)
    for (const id of await readOverBudget(context.store, compared.slice(from, from + pageSize), answer))
      over.add(id);
  return over;
}
