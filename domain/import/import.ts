import * as v from 'valibot';

/** What can be imported: purchase orders as drafts, or temporary vendors. */
export const importKinds = ['PO', 'VENDOR'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The number of entries that the user confirmed. */
export const importCount = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number));

/** Purchase orders that one job creates. Each takes some 30 queries, and one Worker run is limited to 1,000. */
export const importBatchSize = 20;
