import { getTableColumns } from 'drizzle-orm';
import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The row as the database will store it: columns that the insert leaves out have their defaults, or null. */
export function withDefaults<Table extends SQLiteTable>(
  table: Table,
  row: InferInsertModel<Table>,
): InferSelectModel<Table> {
  const columns = Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>);
  const defaults = columns.map(([name, column]) => [name, column.default ?? null]);
  const values = Object.entries(row).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(values) } as InferSelectModel<Table>;
}
