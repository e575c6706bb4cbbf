import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { described } from '#domain/values/described';

/** A document in a list of home, as its user may see it. */
export const printedDocument = {
  docType: v.picklist(docTypes),
  id: v.string(),
  number: described('The printed number, with its prefix.', v.string()),
  vendorName: v.string(),
  currency: v.string(),
  totalCost: v.number(),
};
