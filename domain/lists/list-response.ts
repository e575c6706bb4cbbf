import * as v from 'valibot';
import { openQuestion } from '#domain/questions/question-response';
import { waitingField } from '#domain/workflow/waiting-response';
import { baseTotalField } from '#domain/currency/base-total-field';
import { described } from '#domain/values/described';
import { extraColumns } from './extra-columns.ts';

/** Fields that every list row has in addition to its document. */
export const listRowFields = {
  isWaiting: described('The document waits for the approval of this user.', v.boolean()),
  onBehalfOf: v.exactOptional(
    described(
      'The absent approver whom this user covers, if the document waits for that approver.',
      v.object({ userId: v.string(), name: v.string() }),
    ),
  ),
  openQuestion: v.exactOptional(described('Present if a question about the document is open.', openQuestion)),
  ...waitingField,
  extra: v.exactOptional(described('What the request named in `columns`.', extraColumns)),
  ...baseTotalField,
};

const sums = v.array(v.object({ currency: v.string(), totalCost: v.number() }));

const baseSum = {
  base: v.optional(
    described(
      'One total in the base currency, in a show that has one. `unconverted` are documents without a rate.',
      v.object({ currency: v.string(), totalCost: v.number(), unconverted: sums }),
    ),
  ),
};

/** The totals of a list, loaded or not. */
export const listSums = v.object({ sums, ...baseSum });
export type ListTotals = v.InferOutput<typeof listSums>;

/** Fields that every list has in addition to its rows. */
export const listFields = {
  total: v.number(),
  sums: v.exactOptional(
    described(
      'The totals of the documents that wait for the approval of this user, one for each currency.',
      sums,
    ),
  ),
  ...baseSum,
};
