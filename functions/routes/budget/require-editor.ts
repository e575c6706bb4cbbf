import type { AppContext } from '#middleware/context';
import { showOf } from '#middleware/open-show';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

/** Throws before the file is read when the user may not change budgets. */
export async function requireEditor(c: AppContext): Promise<RequestContext> {
  const context = await showOf(c);
  requirePermission(context.permissions, 'Budget');
  return context;
}
