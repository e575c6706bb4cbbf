import { milestones } from '#domain/document';
import type { Milestone } from '#domain/document';
import type { Option } from '../../parts/select.tsx';

const names = {
  SAVED_AS_DRAFT: 'Saved as draft',
  SUBMITTED_FOR_APPROVAL: 'Submitted for approval',
  FIRST_APPROVAL: 'First approval',
  SPECIAL_APPROVAL: 'Special approval',
  FULL_APPROVAL: 'Full approval',
} as const satisfies Record<Milestone, string>;

/** DEC-17: from when on PO numbers are shown. */
export const milestoneOptions: readonly (Option & { id: Milestone })[] = milestones.map((id) => ({
  id,
  text: names[id],
}));
