import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { chainText } from '#domain/history/history';
import type { ChainedEvent } from '#domain/history/history';
import { rowsOf } from './fixtures/studio.ts';
import type { ShowId } from './fixtures/studio.ts';

/** Verifies the stored hash chain: no gap, no duplicate seq, every hash right. */
export async function expectWholeChain(showId: ShowId, id: string): Promise<ChainedEvent[]> {
  const rows = await rowsOf<Record<string, string> & { seq: number }>(
    showId,
    'SELECT * FROM document_events WHERE document_id = ? ORDER BY seq',
    id,
  );
  let previousHash = '';
  const events = rows.map((row, index) => {
    const event: ChainedEvent = {
      documentId: row['document_id'] ?? '',
      seq: row.seq,
      showId: row['show_id'] ?? '',
      action: row['action'] ?? '',
      historyType: (row['history_type'] ?? null) as ChainedEvent['historyType'],
      actorId: row['actor_id'] ?? '',
      actorName: row['actor_name'] ?? '',
      at: row['at'] ?? '',
      payload: JSON.parse(row['payload'] ?? '') as ChainedEvent['payload'],
      previousHash: row['previous_hash'] ?? '',
    };
    expect([event.seq, event.previousHash]).toEqual([index + 1, previousHash]);
    expect(createHash('sha256').update(chainText(event)).digest('hex')).toBe(row['hash']);
    previousHash = row['hash'] ?? '';
    return event;
  });
  const [header] = await rowsOf(showId, 'SELECT version FROM documents WHERE id = ?', id);
  expect(header).toEqual({ version: events.length });
  return events;
}

/** Returns all rows except the event that a batch writes. */
export async function sideRows(showId: ShowId, id: string) {
  const count = async (table: string) =>
    (await rowsOf<{ n: number }>(showId, `SELECT count(*) AS n FROM ${table} WHERE document_id = ?`, id))[0]
      ?.n;
  return {
    votes: await count('step_approvals'),
    notes: await count('notes'),
    outbox: await count('outbox'),
    waiting: await count('waiting_approvals'),
    snapshots: await count('approval_history'),
  };
}

export const fifty = <T>(of: (n: number) => T) => Array.from({ length: 50 }, (_one, n) => of(n));
export const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, (one) => one.status)].map(([status, all]) => [status, all.length]),
  );
