import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chainText } from '../../domain/history/history.ts';
import { sha256 } from '../../functions/store/d1/sha256.ts';
import { chains, queues, votes } from '../simulator/invariants.ts';
import type { Rows } from '../simulator/invariants.ts';

/** One database of shows, read from outside of the product. */
export type Shard = Rows;

function shardFiles(state: string): string[] {
  return globSync(join(state, 'v3/d1/miniflare-D1DatabaseObject/*.sqlite')).filter((file) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'document_events'").all();
    database.close();
    return found.length > 0;
  });
}

/** What is seen in each of them, all of it as of one moment. The product may be writing meanwhile. */
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

/** Takes away what would hold a planted fault; nothing may serve them. */
export function changeShards(state: string, sql: readonly string[]): void {
  if (sql.length === 0) return;
  for (const file of shardFiles(state)) {
    const database = new DatabaseSync(file);
    for (const statement of sql) database.exec(statement);
    database.close();
  }
}

/** Acts that were done by half: what the simulator would not have either, in plain words. */
export function halfDone(shard: Shard): string[] {
  return [...chains(shard, (event) => sha256(chainText(event))), ...votes(shard), ...queues(shard)];
}
