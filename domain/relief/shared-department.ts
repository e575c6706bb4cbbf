import type { PoReference, RelievablePo } from './relief-reference.ts';

/** The number of the one PO that all lines reference; null when they reference several or when a line references none. */
export function sharedReference(lines: readonly Pick<PoReference, 'referencePo'>[]): string | null {
  const [number, ...others] = new Set(lines.map(({ referencePo }) => referencePo.trim()));
  return number && others.length === 0 ? number : null;
}

/**
 * DEC-13: the department of the one PO that all lines reference, which the invoice may have although it is not one of the
 * user's own. Null without such a PO among `offered`, and where the user may not see it.
 */
export function sharedDepartment(
  lines: readonly Pick<PoReference, 'referencePo'>[],
  offered: readonly Pick<RelievablePo, 'poNumber' | 'department'>[],
): RelievablePo['department'] {
  const number = sharedReference(lines);
  return offered.find(({ poNumber }) => poNumber === number)?.department ?? null;
}
