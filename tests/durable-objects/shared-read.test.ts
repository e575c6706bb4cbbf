import { expect, test } from 'vitest';
import type { SocketMembership, LiveSession } from '#domain/realtime/realtime-shard';
import { SharedRead } from '../../durable-objects/shared-read.ts';

/** A directory whose reads are answered when the test says so. */
function directory() {
  const reads: {
    memberships: readonly SocketMembership[];
    answer: (sessions: string[]) => void;
    fail: () => void;
  }[] = [];
  const admissions = new SharedRead<SocketMembership, LiveSession | null>(
    (memberships) =>
      new Promise((resolve, reject) => {
        const answer = (sessions: string[]) =>
          resolve(memberships.map(({ session }) => (sessions.includes(session) ? ada : null)));
        reads.push({ memberships, answer, fail: () => reject(new Error('away')) });
      }),
  );
  return { admissions, reads };
}
const ada: LiveSession = { userId: 'ada', shows: new Set(['show1']) };
const membership = (session: string): SocketMembership => ({ session, showId: 'show1' });

test('DEC-56: whoever comes while a read is under way shares the next one, and none that began before', async () => {
  const { admissions, reads } = directory();
  const first = admissions.ask(membership('a'));
  const later = ['b', 'c', 'd'].map((session) => admissions.ask(membership(session)));
  expect(reads.map(({ memberships }) => memberships)).toEqual([[membership('a')]]);
  reads[0]?.answer(['a', 'b', 'c', 'd']);
  expect(await first).toBe(ada);
  await expect.poll(() => reads[1]?.memberships).toEqual([membership('b'), membership('c'), membership('d')]);
  reads[1]?.answer(['b', 'd']);
  expect(await Promise.all(later)).toEqual([ada, null, ada]);
  expect(reads).toHaveLength(2);
});

test('SE-20, DEC-56: a session that is ended while it is looked up is looked up again', async () => {
  const { admissions, reads } = directory();
  const asked = admissions.ask(membership('a'));
  admissions.invalidate();
  reads[0]?.answer(['a']);
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer([]);
  expect(await asked).toBeNull();
});

test('DEC-56: a read that fails refuses those that it was for, and nobody else', async () => {
  const { admissions, reads } = directory();
  const [first, second] = [admissions.ask(membership('a')), admissions.ask(membership('b'))];
  reads[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer(['b']);
  expect(await second).toBe(ada);
});

test('DEC-56: a read that hangs keeps nobody else out', async () => {
  const { admissions, reads } = directory();
  void admissions.ask(membership('a'));
  const second = admissions.ask(membership('b'));
  await expect.poll(() => reads.length, { timeout: 5_000 }).toBe(2);
  reads[1]?.answer(['b']);
  expect(await second).toBe(ada);
});
