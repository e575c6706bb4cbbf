import { expect, test } from 'vitest';
import type { SocketMembership, LiveSession } from '#domain/realtime/realtime-shard';
import { SharedRead } from '../../durable-objects/shared-read.ts';

/** A directory whose reads the test settles. */
function directory() {
  const reads: {
    memberships: readonly SocketMembership[];
    answer: (sessions: string[]) => void;
    fail: () => void;
  }[] = [];
  const admissions = new SharedRead<SocketMembership, LiveSession | null>(
    (memberships) =>
      new Promise((resolve, reject) => {
        const settle = (sessions: string[]) =>
          resolve(memberships.map(({ session }) => (sessions.includes(session) ? ada : null)));
        reads.push({ memberships, answer: settle, fail: () => reject(new Error('away')) });
      }),
  );
  return { admissions, reads };
}
const ada: LiveSession = { userId: 'ada', shows: new Set(['show1']) };
const membership = (session: string): SocketMembership => ({ session, showId: 'show1' });

test('DEC-56: queries during a read share the next read', async () => {
  const { admissions, reads } = directory();
  const first = admissions.load(membership('a'));
  const later = ['b', 'c', 'd'].map((session) => admissions.load(membership(session)));
  expect(reads.map(({ memberships }) => memberships)).toEqual([[membership('a')]]);
  reads[0]?.answer(['a', 'b', 'c', 'd']);
  expect(await first).toBe(ada);
  await expect.poll(() => reads[1]?.memberships).toEqual([membership('b'), membership('c'), membership('d')]);
  reads[1]?.answer(['b', 'd']);
  expect(await Promise.all(later)).toEqual([ada, null, ada]);
  expect(reads).toHaveLength(2);
});

test('SE-20, DEC-56: a session that ends during its lookup is looked up again', async () => {
  const { admissions, reads } = directory();
  const queries = admissions.load(membership('a'));
  admissions.invalidate();
  reads[0]?.answer(['a']);
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer([]);
  expect(await queries).toBeNull();
});

test('DEC-56: a failed read rejects only its own queries', async () => {
  const { admissions, reads } = directory();
  const [first, second] = [admissions.load(membership('a')), admissions.load(membership('b'))];
  reads[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer(['b']);
  expect(await second).toBe(ada);
});

test('DEC-56: a hanging read does not block later queries', async () => {
  const { admissions, reads } = directory();
  void admissions.load(membership('a'));
  const second = admissions.load(membership('b'));
  await expect.poll(() => reads.length, { timeout: 5_000 }).toBe(2);
  reads[1]?.answer(['b']);
  expect(await second).toBe(ada);
});
