import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { statusesInApproval } from '#domain/document';
import type { Status } from '#domain/document';

/** Statuses as a list of SQL. They are no parameters, because SQLite chooses indexes by them. */
export const statusList = (statuses: readonly Status[]): SQL =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

export const inApprovalList = statusList(statusesInApproval);
