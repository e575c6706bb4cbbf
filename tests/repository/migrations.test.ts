import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unboundedChanges } from './migrations.ts';
import { repository } from './repository-copy.ts';

/** The last migration of each folder from before this rule. */
const exempt = { directory: '0014_last_sweep.sql', show: '0032_addresses_of_sent_mail.sql' };

/** Migrations that copy a growing table nevertheless, each with the reason why its rows are few. */
const exceptions: Record<string, string> = {
  'directory/0018_guarantors.sql':
    'SQLite cannot change a CHECK: the table is copied. Of 300,000 memberships that took ten seconds on a busy machine.',
  'show/0081_sight_of_covered_decisions.sql':
    'Only decisions that were made under a cover, each found by its keys.',
  'show/0036_waiting.sql': 'Only documents in approval, which the partial index of open workflows lists.',
};

test.each(['directory', 'show'] as const)(
  'migrations of the %s change no growing table as a whole',
  (kind) => {
    const folder = join(repository, 'migrations', kind);
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(files).toContain(exempt[kind]);
    const found = files
      .filter((name) => name > exempt[kind] && !(`${kind}/${name}` in exceptions))
      .map((name) => [name, unboundedChanges(readFileSync(join(folder, name), 'utf8'))] as const)
      .filter(([, changes]) => changes.length > 0);
    // Instead: add a nullable column with a partial index, and let the sweep fill it (docs/adding.md).
    expect(Object.fromEntries(found)).toEqual({});
  },
);

describe('a change of a growing table is found', () => {
  test.each([
    [
      'an update',
      'UPDATE documents SET number_sort = 1;',
      ['documents: UPDATE documents SET number_sort = 1'],
    ],
    [
      'an update after a common table expression',
      'WITH a AS (SELECT 1) UPDATE invoices SET number_key = 1;',
      ['invoices: WITH a AS (SELECT 1) UPDATE invoices SET number_key = 1'],
    ],
    ['a deletion', 'DELETE FROM outbox;', ['outbox: DELETE FROM outbox']],
    [
      'a copy',
      'INSERT INTO sums (a) SELECT id FROM documents;',
      ['documents: INSERT INTO sums (a) SELECT id FROM documents'],
    ],
    [
      'a copy into a new table',
      'CREATE TABLE copies AS SELECT * FROM memberships;',
      ['memberships: CREATE TABLE copies AS SELECT * FROM memberships'],
    ],
    ['no new column', 'ALTER TABLE documents ADD COLUMN note TEXT;', []],
    ['no index', 'CREATE INDEX a ON documents (show_id) WHERE note IS NULL;', []],
    ['no change of a small table', 'UPDATE show_settings SET a = 1;', []],
    ['no single row', "INSERT INTO outbox (id) VALUES ('a');", []],
    ['no comment', '-- UPDATE documents\nUPDATE show_settings SET a = 1; -- as documents', []],
    [
      'no trigger',
      'CREATE TRIGGER a AFTER INSERT ON documents BEGIN UPDATE documents SET b = 1 WHERE id = new.id; END;',
      [],
    ],
  ])('%s', (_what, sql, changes) => {
    expect(unboundedChanges(sql)).toEqual(changes);
  });

  test('in the backfill of an earlier migration', () => {
    const sql = readFileSync(join(repository, 'migrations/show/0031_payment_number_order.sql'), 'utf8');
    expect(unboundedChanges(sql)).toHaveLength(1);
  });
});
