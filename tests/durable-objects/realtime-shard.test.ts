import { assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  anonymousShard,
  objectsPerShow,
  shardOfUser,
  shardOfSid,
  shardCount,
  createSid,
} from '#domain/realtime/realtime-shard';

const unique = '0123456789abcdef0123456789abcdef01234567';

test('DEC-56: a session id identifies its shard, and no shard of a smaller pool', () => {
  assert(
    property(integer({ min: 0, max: 1023 }), (shard) => {
      expect(shardOfSid(createSid(shard, unique), 1024)).toBe(shard);
      // The shard after the pool is that of connections without a session.
      expect(shardOfSid(createSid(shard, unique), shard)).toBe(anonymousShard(shard));
      expect(shardOfSid(createSid(shard + 1, unique), shard)).toBeNull();
    }),
  );
});

test('DEC-56: every user has one constant shard in each show', () => {
  assert(
    property(string(), string(), integer({ min: 1, max: 1024 }), (showId, userId, shards) => {
      const shard = shardOfUser(showId, userId, shards);
      expect(shard).toBeGreaterThanOrEqual(0);
      expect(shard).toBeLessThan(shards);
      expect(shardOfUser(showId, userId, shards)).toBe(shard);
    }),
  );
});

test('DEC-56: shows spread over the pool', () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => shardOfUser(`show${index}`, 'ada', 16)));
  expect(used.size).toBe(16);
});

test('DEC-153: the users of a show share one object in a small pool, and several in a large one', () => {
  const objectsOf = (shards: number) =>
    new Set(Array.from({ length: 200 }, (_, n) => shardOfUser('show1', `user${n}`, shards))).size;
  expect([1, 2, 16, 17, 64, 1024].map(objectsOf)).toEqual([1, 1, 1, 2, 4, 4]);
  expect([1, 2, 16, 17, 64, 1024].map(objectsPerShow)).toEqual([1, 1, 1, 2, 4, 4]);
});

test.each([
  '',
  '0',
  '0.',
  '.abc',
  `0.${unique}.x`,
  `00.${unique}`,
  `A.${unique}`,
  `-1.${unique}`,
  '0.short',
  `0.${unique}é`,
])('DEC-56: %j is no session id', (sid) => {
  expect(shardOfSid(sid, 16)).toBeNull();
});

test('DEC-56: an invalid pool setting counts as one object', () => {
  expect(['16', '2', '', '0', '-1', '1.5', 'many'].map(shardCount)).toEqual([16, 2, 1, 1, 1, 1, 1]);
});
