import type { PoReference } from './relief-reference.ts';
import type { RelievablePo } from './relief-response.ts';

/** Returns the number of the only PO that the lines reference; null for several POs or a line without one. */
export function sharedReference(lines: readonly Pick<PoReference, 'referencePo'>[]): string | null {
  const [number, ...others] = new Set(lines.map(({ referencePo }) => referencePo.trim()));
  return number && others.length === 0 ? number : null;
}

/**
 * Returns the department of the only PO that all lines reference, which the invoice may use even if it is not the
 * user's own. Returns null without such a PO, or when the user may not see its department (DEC-13).
 */
export function sharedDepartment(
  lines: readonly Pick<PoReference, 'referencePo'>[],
  relievableOrders: readonly Pick<RelievablePo, 'poNumber' | 'department'>[],
): RelievablePo['department'] {
  const number = sharedReference(lines);
  return relievableOrders.find(({ poNumber }) => poNumber === number)?.department ?? null;
}
