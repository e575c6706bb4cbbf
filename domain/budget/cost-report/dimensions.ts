import { lineCodeNames } from '#domain/budget/line-codes';
import type { costDimensions } from '#domain/budget/cost-coding';

/** The types of code by which a report can have its rows, with their names. */
export const reportDimensions = ['ACCOUNT', 'department', 'SET', 'EPISODE'] as const satisfies readonly (
  | 'ACCOUNT'
  | (typeof costDimensions)[number]
)[];
export type ReportDimension = (typeof reportDimensions)[number];
export const dimensionNames = {
  ACCOUNT: 'Account',
  department: 'Department',
  SET: lineCodeNames.SET,
  EPISODE: lineCodeNames.EPISODE,
} as const satisfies Record<ReportDimension, string>;
