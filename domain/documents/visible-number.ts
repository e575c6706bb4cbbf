import type { DocType, Milestone } from '#domain/document';
import { orderNumber } from './order-number.ts';
import { visibleNumber } from '#domain/identity/visibility';

/** DEC-17: the number with its prefix, as far as somebody may read it from this milestone on. */
export function numberFor(
  document: { type: DocType; number: string; milestones: readonly Milestone[]; prefix: string },
  milestone: Milestone,
): string {
  const { type, number, milestones, prefix } = document;
  if (type !== 'PO') return number;
  return orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) });
}
