import * as v from 'valibot';
import { docTypes, personas, statuses, submissionStatuses } from '#domain/document';
import { searchSources } from '#domain/lists/search';
import { described } from '#domain/values/described';

export const foundDocument = v.object({
  id: v.string(),
  docType: v.picklist(docTypes),
  number: described('`NA` if the user is not allowed to see the number.', v.string()),
  prefix: described(
    'The prefix that the department puts before a purchase order number. Empty if there is none.',
    v.string(),
  ),
  day: v.string(),
  vendorName: v.string(),
  description: v.string(),
  currency: v.string(),
  totalCost: v.number(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  persona: v.picklist(personas),
  source: described(
    'What contains the words if the number, vendor and description do not: a line, a note, the name of a file, or an account; `text` is an excerpt of it.',
    v.nullable(v.object({ kind: v.picklist(searchSources), text: v.string() })),
  ),
  isWaiting: described('The document waits for the approval of this user.', v.boolean()),
});
export type FoundDocument = v.InferOutput<typeof foundDocument>;

export const showSearchAnswer = v.object({
  documents: v.array(foundDocument),
  vendors: described(
    'Vendors of the show whose documents can be listed.',
    v.array(v.object({ id: v.string(), number: v.string(), name: v.string() })),
  ),
  people: described(
    'Users whose documents the user may list. Empty if the user sees only their own.',
    v.array(v.object({ id: v.string(), name: v.string() })),
  ),
});
export type ShowSearchResult = v.InferOutput<typeof showSearchAnswer>;
