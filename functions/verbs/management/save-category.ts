import { Refusal } from '#domain/codes';
import { isSameName } from '#domain/values/names';
import type { CategoryChanges } from '#domain/management/show-form';
import { violates } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  categoriesQuery,
  insertCategory,
  updateCategory,
} from '#store/show/management/addresses-and-categories';
import type { CategoryRow } from '#store/show/management/addresses-and-categories';
import type { RequestContext } from '#verbs/request/context';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';

/** MG-17: a category on the wire. */
export type Category = Omit<CategoryRow, 'showId'>;

export function categoryOf({ id, name, isActive }: CategoryRow): Category {
  return { id, name, isActive };
}

function taken(): Refusal {
  return new Refusal('invalid_parameter', { message: 'A category with that name already exists.' });
}

/** Two who give one name at the same time: the index lets one of them in. */
async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw violates(error, 'UNIQUE', 'categories') ? taken() : error;
  });
}

/** The categories that the show has. */
export const categoriesPlan = ({ store }: Pick<RequestContext, 'store'>) => ({
  categories: categoriesQuery(store),
});

/** The same for a new one. */
export const newCategoryPlan = (
  { store, user }: Pick<RequestContext, 'store' | 'user'>,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan({ store, user }, repeat),
  ...categoriesPlan({ store }),
});

/** Adds a category (API-57, MG-18). Throws `FORBIDDEN`, and `invalid_parameter` for a name that the show has in any case. */
export function addCategory(
  context: RequestContext,
  { stored, categories }: PlanRows<typeof newCategoryPlan>,
  { name }: { name: string },
  repeat: Repeat | null,
): Promise<Category> {
  requirePermission(context.permissions, 'Show');
  return once(context, repeat, stored, async (keep) => {
    const { store } = context;
    if (categories.some((row) => isSameName(row.name, name))) throw taken();
    const category = { id: context.newId(), name, isActive: true };
    const insert = insertCategory(store, { ...category, showId: store.showId });
    await unlessTaken(store.write([insert, ...keep(category)]));
    context.later(publishShowChange(context.env, store.showId));
    return category;
  });
}

/**
 * Renames a category, or takes it out of or into use (API-58). Throws `FORBIDDEN`, `NOT_FOUND`, `invalid_parameter` for
 * a name that the show has, and `category_in_use` while documents use it and `isConfirmed` is false (DEC-66).
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
  const { id, ...named } = changes;
  const { name = before.name, isActive = before.isActive } = named;
  if (Object.keys(named).length === 0) return categoryOf(before);
  const isTaken = categories.some((row) => row.id !== before.id && isSameName(row.name, name));
  if (isTaken) throw taken();
  const isFelt = name !== before.name || (before.isActive && !isActive);
  const change = updateCategory(store, id, named, isConfirmed || !isFelt);
  const saved = await unlessTaken(change);
  if (!saved) throw new Refusal('category_in_use');
  context.later(publishShowChange(context.env, store.showId));
  return categoryOf(saved);
}
