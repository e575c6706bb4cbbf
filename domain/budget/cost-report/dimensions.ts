import { lineCodeNames } from '#domain/budget/line-codes';
import type { costDimensions } from '#domain/budget/cost-coding';

/** The types of code by which a report can have its rows, with their names. */
export const reportDimensions = [
  'ACCOUNT',
  'department',
  'SET',
  'EPISODE',
  'LOCATION',
  'FREE_FIELD',
] as const satisfies readonly ('ACCOUNT' | (typeof costDimensions)[number])[];
export type ReportDimension = (typeof reportDimensions)[number];
export const dimensionNames = {
  ACCOUNT: 'Account',
  department: 'Department',
  SET: lineCodeNames.SET,
  EPISODE: lineCodeNames.EPISODE,
  LOCATION: lineCodeNames.LOCATION,
  FREE_FIELD: lineCodeNames.FREE_FIELD,
} as const satisfies Record<ReportDimension, string>;
