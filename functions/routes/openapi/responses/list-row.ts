import * as v from 'valibot';
import type { ListSums } from '#domain/lists/lists';
import { said } from './described.ts';

/** What a row of any list says beside its document. */
export const listRowFields = { isWaiting: said('The document waits for this user.', v.boolean()) };

const sums = v.array(v.object({ currency: v.string(), totalCost: v.number() }));

/** What a list comes to, loaded or not. */
export const listSums: v.GenericSchema<ListSums> = v.object({ sums });

/** What any list says beside its rows. */
export const listFields = {
  total: v.number(),
  sums: v.exactOptional(
    said('The totals of the documents that wait for this user, one for each currency.', sums),
  ),
};
