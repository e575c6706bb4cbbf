import type { Grouping } from '#domain/lists/list-columns';

/** The groupings as the panel offers them. */
export const groupingNames: Record<Grouping, string> = {
  VENDOR: 'Vendor',
  DEPARTMENT: 'Department',
  ACCOUNT: 'Account',
  APPROVER: 'Waiting with',
  WEEK: 'Week',
};

/** The group of documents without a value. */
export const withoutValue: Record<Grouping, string> = {
  VENDOR: 'No vendor',
  DEPARTMENT: 'No department',
  ACCOUNT: 'No account',
  APPROVER: 'Not in approval',
  WEEK: 'No date',
};
