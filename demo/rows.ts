import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Rows for one show shard or the directory, by table, in insertion order. */
export class Rows {
  readonly byTable = new Map<SQLiteTable, Record<string, unknown>[]>();

  add<T extends SQLiteTable>(table: T, ...rows: T['$inferInsert'][]): void {
    const found = this.byTable.get(table);
    if (found) found.push(...rows);
    else this.byTable.set(table, [...rows]);
  }

  /** Returns the rows of one table. */
  of<T extends SQLiteTable>(table: T): T['$inferInsert'][] {
    return this.byTable.get(table) ?? [];
  }
}
