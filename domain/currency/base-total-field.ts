import * as v from 'valibot';
import { described } from '#domain/values/described';
import { baseTotal } from './currency-response.ts';

/** The field of documents and rows, present where the document has such a total (CURR-33). */
export const baseTotalField = {
  baseTotal: v.optional(
    described('The total in the base currency of the show, at the rate of the submit.', baseTotal),
  ),
};
