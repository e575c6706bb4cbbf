import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chainText } from '../../domain/history/history.ts';
import { sha256 } from '../../functions/store/d1/sha256.ts';
import { chains, queues, votes } from '../simulator/invariants/invariants.ts';
import type { Rows } from '../simulator/invariants/invariants.ts';

/** A database of shows, read from outside of the product. */
export type Shard = Rows;

function shardFiles(state: string): string[] {
  return globSync(join(state, 'v3/d1/miniflare-D1DatabaseObject/*.sqlite')).filter((file) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'document_events'").all();
    database.close();
    return found.length > 0;
  });
}

/** Reads each shard in one transaction; the product may write meanwhile. */
export function readShards<Seen>(state: string, seen: (shard: Shard) => Seen): Seen[] {
  return shardFiles(state).map((file) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      database.exec('BEGIN');
      return seen({
        rows: <Row>(sql: string, ...params: (string | number | null)[]) =>
          database.prepare(sql).all(...params) as Row[],
      });
    } finally {
      database.close();
    }
  });
}

/** Executes SQL that removes the constraints against a fault; the product must not be running. */
export function changeShards(state: string, sql: readonly string[]): void {
  if (sql.length === 0) return;
  for (const file of shardFiles(state)) {
    const database = new DatabaseSync(file);
    for (const statement of sql) database.exec(statement);
    database.close();
  }
}

/** Returns partially stored actions, in plain words, by the invariants of the simulator. */
export function incompleteActions(shard: Shard): string[] {
  return [...chains(shard, (event) => sha256(chainText(event))), ...votes(shard), ...queues(shard)];
}
