import { DatabaseSync } from 'node:sqlite';

interface Migration {
  name: string;
  queries: string[];
}

interface SchemaObject {
  name: string;
  type: 'table' | 'index' | 'trigger' | 'view';
  sql: string;
}

/**
 * Runs the migrations once and returns the statements that create the same schema with the same rows. Every test file
 * starts with them: each ALTER TABLE would read the whole schema again.
 */
export function migratedSchema(migrations: readonly Migration[]): string[] {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`);
  for (const { name, queries } of migrations) {
    for (const query of queries) database.exec(query);
    database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  }
  const objects = database
    .prepare(
      "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY rowid",
    )
    .all() as unknown as SchemaObject[];
  const virtual = objects.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL TABLE'));
  // A virtual table creates its own tables.
  const own = objects.filter(({ name }) => !virtual.some((table) => name.startsWith(`${table.name}_`)));
  const tables = own.filter((one) => one.type === 'table' && !virtual.includes(one));
  return [
    ...own.filter(({ type }) => type !== 'trigger').map(({ sql }) => sql),
    ...tables.flatMap(({ name }) => insertsOf(database, name)),
    ...own.filter(({ type }) => type === 'trigger').map(({ sql }) => sql),
  ];
}

/** Triggers follow the rows: what they wrote during the migrations is among the rows. */
function insertsOf(database: DatabaseSync, table: string): string[] {
  const { columns } = database
    .prepare('SELECT json_group_array(name) AS columns FROM pragma_table_info(?)')
    .get(table) as { columns: string };
  const names = JSON.parse(columns) as string[];
  const values = names.map((name) => `quote("${name}")`).join(` || ', ' || `);
  const rows = database.prepare(`SELECT ${values} AS row FROM "${table}"`).all() as { row: string }[];
  return rows.map(
    ({ row }) => `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${row})`,
  );
}
