import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import type { Answer, Call } from './account.ts';

interface StoredDatabase {
  uuid: string;
  name: string;
  asked: Record<string, unknown>;
  readReplication: unknown;
  /** Number of changes of its settings. */
  updates: number;
  sql: DatabaseSync;
}

/** D1 of an account: each database is a SQLite that executes the received SQL. */
export function databases() {
  const databaseById = new Map<string, StoredDatabase>();
  return {
    databaseById,
    /** Queries the rows of one database. */
    rows: (name: string, query: string) => {
      const found = [...databaseById.values()].find((one) => one.name === name);
      if (!found) throw new Error(`There is no database ${name}.`);
      return found.sql.prepare(query).all();
    },
    answer: (call: Call): Answer => {
      const { method, path, query } = call;
      if (path === '/d1/database' && method === 'GET') return list(databaseById, query);
      if (path === '/d1/database' && method === 'POST') return create(databaseById, call);
      const [, which = '', act] = /^\/d1\/database\/([^/]+)(\/query)?$/.exec(path) ?? [];
      const found = databaseById.get(which) ?? [...databaseById.values()].find(({ name }) => name === which);
      if (!found) return null;
      if (act === '/query') return run(found.sql, call);
      if (method === 'PUT') update(found, call);
      return { result: describeDatabase(found) };
    },
  };
}

function update(database: StoredDatabase, { body }: Call): void {
  database.readReplication = (JSON.parse(body) as { read_replication: unknown }).read_replication;
  database.updates += 1;
}

function describeDatabase({ uuid, name, asked, readReplication }: StoredDatabase) {
  return {
    uuid,
    name,
    jurisdiction: asked['jurisdiction'] ?? null,
    read_replication: readReplication,
    version: 'production',
    created_at: '2026-01-01T00:00:00Z',
    num_tables: 0,
    file_size: 0,
  };
}

/** In pages: wrangler requests the next one until a page is not full. */
function list(databaseById: ReadonlyMap<string, StoredDatabase>, query: URLSearchParams): Answer {
  const name = query.get('name');
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 100);
  const found = [...databaseById.values()].filter((one) => name === null || one.name === name);
  const result = found.slice((page - 1) * size, page * size).map(describeDatabase);
  return { result, info: { page, per_page: size, count: result.length, total_count: found.length } };
}

function create(databaseById: Map<string, StoredDatabase>, { body }: Call): Answer {
  const asked = JSON.parse(body) as { name: string };
  if ([...databaseById.values()].some(({ name }) => name === asked.name))
    return { code: 7502, message: `database with name '${asked.name}' already exists` };
  const uuid = crypto.randomUUID();
  const readReplication = { mode: 'disabled' };
  const sql = new DatabaseSync(':memory:');
  const one: StoredDatabase = { uuid, name: asked.name, asked, readReplication, updates: 0, sql };
  databaseById.set(uuid, one);
  return { result: describeDatabase(one) };
}

interface Statement {
  sql: string;
  params?: readonly SQLInputValue[];
}

/**
 * A batch is atomic, and each of its statements returns rows; text without parameters may contain several statements.
 */
function run(sql: DatabaseSync, { body }: Call): Answer {
  const asked = JSON.parse(body) as Statement | { batch: Statement[] };
  const statements = 'batch' in asked ? asked.batch : [asked];
  try {
    sql.exec('BEGIN');
    const result = statements.map((statement) => ({ success: true, results: rowsOf(sql, statement), meta }));
    sql.exec('COMMIT');
    return { result };
  } catch (error) {
    if (sql.isTransaction) sql.exec('ROLLBACK');
    return { code: 7500, message: error instanceof Error ? error.message : 'failed' };
  }
}

const meta = { duration: 0, rows_read: 0, rows_written: 0, changes: 0, last_row_id: 0, size_after: 0 };

function rowsOf(sql: DatabaseSync, { sql: text, params }: Statement) {
  if (params || /^\s*(SELECT|PRAGMA)/i.test(text)) return sql.prepare(text).all(...(params ?? []));
  sql.exec(text);
  return [];
}
