import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { described } from '#domain/values/described';
import { groupings } from './list-columns.ts';
import type { Grouping } from './list-columns.ts';

const allGroupings = [...new Set(docTypes.flatMap((docType): readonly Grouping[] => groupings[docType]))];

/** Only the documents of one group of a grouped list (VIEW-22). */
export const groupFilter = {
  group: v.pipe(
    v.nullish(v.object({ by: v.picklist(allGroupings), key: v.pipe(v.string(), v.maxLength(300)) })),
    v.description('Only the documents of one group, as `groups` returned it.'),
  ),
};
export type GroupFilter = v.InferOutput<(typeof groupFilter)['group']>;

/** One group of a list with its totals, over all documents of the group that the user may see (VIEW-21). */
export const listGroup = v.object({
  key: described('Names the group in the filter `group`; empty for documents without a value.', v.string()),
  name: described('Empty for documents without a value.', v.string()),
  count: v.number(),
  sums: described(
    'By currency, that of the most documents first. For accounts the amounts of the lines with this account.',
    v.array(v.object({ currency: described('The ISO 4217 code.', v.string()), totalCost: v.number() })),
  ),
});
export type ListGroup = v.InferOutput<typeof listGroup>;

export const listGroups = v.object({
  groups: v.array(listGroup),
  isComplete: described('False when the list has more groups than an answer holds.', v.boolean()),
});
export type ListGroups = v.InferOutput<typeof listGroups>;
