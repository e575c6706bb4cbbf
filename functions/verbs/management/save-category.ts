import { Refusal } from '#domain/codes';
import { isSameName } from '#domain/values/names';
import type { CategoryChanges } from '#domain/management/show-form';
import { violatesConstraint } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  categoriesQuery,
  insertCategory,
  updateCategory,
} from '#store/show/management/addresses-and-categories';
import type { CategoryRow } from '#store/show/management/addresses-and-categories';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-changes';

/** A category as the API returns it (MG-17). */
export type Category = Omit<CategoryRow, 'showId'>;

export function categoryOf({ id, name, isActive }: CategoryRow): Category {
  return { id, name, isActive };
}

function nameTaken(): Refusal {
  return new Refusal('invalid_parameter', { message: 'A category with that name already exists.' });
}

/** Of two concurrent writes of the same name, the unique index accepts only one. */
async function withNameConflict<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw violatesConstraint(error, 'UNIQUE', 'categories') ? nameTaken() : error;
  });
}

export const categoriesPlan = ({ store }: Pick<RequestContext, 'store'>) => ({
  categories: categoriesQuery(store),
});

/** The existing categories and the stored answer of the idempotency key. */
export const newCategoryPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...categoriesPlan(member),
});

/** Adds a category (API-57, MG-18). Throws `FORBIDDEN`, and `invalid_parameter` for an existing name, ignoring case. */
export function addCategory(
  context: RequestContext,
  { stored, categories }: PlanRows<typeof newCategoryPlan>,
  { name }: { name: string },
): Promise<Category> {
  requirePermission(context.permissions, 'Show');
  return withIdempotency(context, stored, async (answerRow) => {
    const { store } = context;
    if (categories.some((row) => isSameName(row.name, name))) throw nameTaken();
    const category = { id: context.newId(), name, isActive: true };
    const insert = insertCategory(store, { ...category, showId: store.showId });
    await withNameConflict(store.write([insert, ...answerRow(category)]));
    context.runAfterResponse(publishShowChange(context.env, store.showId));
    return category;
  });
}

/**
 * Renames, deactivates or reactivates a category (API-58). Throws `FORBIDDEN`, `NOT_FOUND`, `invalid_parameter` for an
 * existing name, and `category_in_use` when documents use it and `isConfirmed` is false (DEC-66).
 */
export async function saveCategory(
  context: RequestContext,
  { categories }: PlanRows<typeof categoriesPlan>,
  changes: CategoryChanges,
  isConfirmed: boolean,
): Promise<Category> {
  requirePermission(context.permissions, 'Show');
  const { store } = context;
  const before = categories.find((row) => row.id === changes.id);
  if (!before) throw new Refusal('NOT_FOUND');
  const { id, ...changedFields } = changes;
  const { name = before.name, isActive = before.isActive } = changedFields;
  if (Object.keys(changedFields).length === 0) return categoryOf(before);
  const isTaken = categories.some((row) => row.id !== before.id && isSameName(row.name, name));
  if (isTaken) throw nameTaken();
  const affectsDocuments = name !== before.name || (before.isActive && !isActive);
  const change = updateCategory(store, id, changedFields, isConfirmed || !affectsDocuments);
  const saved = await withNameConflict(change);
  if (!saved) throw new Refusal('category_in_use');
  context.runAfterResponse(publishShowChange(context.env, store.showId));
  return categoryOf(saved);
}
