import { milestones } from '#domain/document';
import type { Milestone } from '#domain/document';
import type { Option } from '../../../parts/fields/select.tsx';

const names = {
  SAVED_AS_DRAFT: 'When saved as draft',
  SUBMITTED_FOR_APPROVAL: 'When submitted for approval',
  FIRST_APPROVAL: 'After the first approval',
  SPECIAL_APPROVAL: 'After a special approval',
  FULL_APPROVAL: 'When fully approved',
} as const satisfies Record<Milestone, string>;

/** The milestones from which PO numbers are shown (DEC-17). */
export const milestoneOptions: readonly (Option & { id: Milestone })[] = milestones.map((id) => ({
  id,
  text: names[id],
}));
