import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { DocType } from '#domain/document';
import { readBudgetAnswers } from '#store/show/budget/decision';
import { budgetVisibilityOf } from '#verbs/lifecycle/budget-decision';
import type { RequestContext } from '#verbs/request/context';

/** Documents that are compared in one round trip, and how many a preview compares. */
const pageSize = 100;
const maxComparedDocuments = 500;

/** The answers of documents, for the accounts that the user may see (BULK-03, BUD-38). */
export async function findBudgetAnswers(
  context: RequestContext,
  docType: DocType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BudgetAnswer>> {
  const answers = new Map<string, BudgetAnswer>();
  const { answer: visible } = budgetVisibilityOf(context);
  if (docType === 'PAYMENT' || visible?.length === 0) return answers;
  const compared = ids.slice(0, maxComparedDocuments);
  for (let from = 0; from < compared.length; from += pageSize) {
    const page = compared.slice(from, from + pageSize);
    for (const { id, answer } of await readBudgetAnswers(context.store, page, visible))
      answers.set(id, answer);
  }
  return answers;
}
