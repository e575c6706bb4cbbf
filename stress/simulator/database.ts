import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { simulatedNow } from './clock.ts';

const migrations = join(import.meta.dirname, '../../migrations');

type Value = string | number | null;
export type Row = Record<string, Value>;

/** A statement with its bound parameters. */
export interface Bound {
  sql: string;
  params: readonly unknown[];
}

/** SQLite in memory with the product's migrations: D1 without the network. */
export interface Database {
  /** Executes all statements or none. Throws as D1 does. */
  batch: (statements: readonly Bound[]) => Row[][];
  rows: <T = Row>(sql: string, ...params: Value[]) => T[];
  /** `undo` reverts everything since the last call of `begin`. */
  begin: () => void;
  undo: () => void;
}

/** A statement that changes nothing. */
export const isRead = /^\s*(select|with)\b/i;

/** In which order, and when, events, approvals and ends of covers were committed; requests only know when they began. */
const commitLog = `CREATE TABLE simulated_commits (position INTEGER PRIMARY KEY, kind TEXT, id TEXT, seq INTEGER, at TEXT);
  CREATE TRIGGER simulated_event AFTER INSERT ON document_events BEGIN
    INSERT INTO simulated_commits (kind, id, seq, at) VALUES ('event', NEW.document_id, NEW.seq, simulated_now()); END;
  CREATE TRIGGER simulated_end AFTER UPDATE OF ended_at ON covers WHEN NEW.ended_at IS NOT OLD.ended_at BEGIN
    INSERT INTO simulated_commits (kind, id, at) VALUES ('end of cover', NEW.id, simulated_now()); END;
  CREATE TRIGGER simulated_approval AFTER UPDATE OF approved_by_id ON covers WHEN NEW.approved_by_id IS NOT NULL BEGIN
    INSERT INTO simulated_commits (kind, id, at) VALUES ('approval of cover', NEW.id, simulated_now()); END`;

/** Directory and shard share one file here: they have no table name in common. */
export function openDatabase(): Database {
  const database = new DatabaseSync(':memory:');
  for (const folder of ['directory', 'show'])
    for (const file of readdirSync(join(migrations, folder)).toSorted())
      database.exec(readFileSync(join(migrations, folder, file), 'utf8'));
  database.function('simulated_now', simulatedNow);
  database.exec(commitLog);
  const prepared = new Map<string, StatementSync>();
  const run = ({ sql, params }: Bound): Row[] => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(plannedOnce(sql))));
    return statement.all(...params.map(bindable)) as Row[];
  };
  return {
    rows: <T>(sql: string, ...params: Value[]) => run({ sql, params }) as T[],
    batch: (statements) => {
      const isWhole = statements.length < 2 || statements.every(({ sql }) => isRead.test(sql));
      try {
        if (isWhole) return statements.map(run);
        database.exec('SAVEPOINT batch');
        const results = statements.map(run);
        database.exec('RELEASE batch');
        return results;
      } catch (error) {
        if (!isWhole) database.exec('ROLLBACK TO batch; RELEASE batch');
        throw asD1(error);
      }
    },
    begin: () => database.exec('SAVEPOINT life'),
    undo: () => database.exec('ROLLBACK TO life; RELEASE life'),
  };
}

/**
 * SQLite plans a statement again at every call if a parameter affects the choice of index or limit; a wrapped parameter
 * does not. The database's clock is the simulated one.
 */
function plannedOnce(sql: string): string {
  return sql
    .replaceAll("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", 'simulated_now()')
    .replaceAll(/ = \?/g, ' = +?')
    .replaceAll(/\blimit \?/gi, 'limit abs(?)');
}

/** D1 stores booleans as numbers. */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

function asD1(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const isConstraint = 'errcode' in error && (Number(error.errcode) & 0xff) === 19;
  return new Error(`D1_ERROR: ${error.message}: SQLITE_${isConstraint ? 'CONSTRAINT' : 'ERROR'}`);
}
