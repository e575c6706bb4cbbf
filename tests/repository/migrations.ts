import { unstable_splitSqlQuery as splitStatements } from 'wrangler';
import { growingTables } from '../support/growing-tables.ts';

/** Statements that change or copy rows. In triggers they concern one row at a time. */
const changesRows = [
  /^(WITH\b.*?\)\s*)?(UPDATE|DELETE|REPLACE)\b/is,
  /^(WITH\b.*?\)\s*)?INSERT\b.*\bSELECT\b/is,
  /^CREATE\s+(TEMP\w*\s+)?TABLE\b.*\bAS\s+(SELECT|WITH)\b/is,
];

/**
 * Returns the statements of a migration that change or copy the rows of a growing table, as `table: statement`. D1 runs a
 * migration as one transaction of at most 30 seconds, which a full shard exceeds, and every other query waits.
 */
export function unboundedChanges(sql: string): string[] {
  return splitStatements(sql).flatMap((statement) => {
    const text = statement.replaceAll(/--.*$/gm, '').replace(/;\s*$/, '').trim();
    if (!changesRows.some((change) => change.test(text))) return [];
    const table = growingTables.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));
    return table === undefined ? [] : [`${table}: ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`];
  });
}
