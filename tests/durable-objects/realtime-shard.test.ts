import { assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  anonymousShard,
  objectName,
  objectRegion,
  objectsPerShow,
  shardInRegion,
  shardOfUser,
  shardOfSid,
  shardCount,
  createSid,
} from '#domain/realtime/realtime-shard';
import { realtimeObject } from '#edges/realtime-object';

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

test('DEC-150: a show has a constant shard of its region, and only objects of other regions have its name', () => {
  const regions = ['wnam', 'weur', 'oc'] as const;
  assert(
    property(string(), string(), integer({ min: 3, max: 1024 }), (showId, userId, shards) => {
      for (const region of regions) {
        const shard = shardInRegion({ showId, userId, region }, shards, regions);
        expect(shard).toBeLessThan(shards);
        expect(objectRegion(shard, regions)).toBe(region);
        expect(objectName(shard, regions)).toBe(`realtime-${shard}${region === 'wnam' ? '' : `-${region}`}`);
      }
      expect(shardInRegion({ showId, userId, region: null }, shards, regions) % 3).toBe(0);
      const without = shardInRegion({ showId, userId, region: null }, shards, []);
      expect(without).toBe(shardOfUser(showId, userId, shards));
    }),
  );
  expect([objectName(5, []), objectRegion(5, [])]).toEqual(['realtime-5', null]);
  // Too few objects for one in each region.
  const place = { showId: 'show1', userId: 'dana', region: 'oc' } as const;
  expect(shardInRegion(place, 2, regions)).toBe(shardOfUser('show1', 'dana', 2));
});

test('DEC-150: an object is opened near its region, or within the jurisdiction of the deployment', () => {
  const opened: unknown[] = [];
  const namespace = (jurisdiction: string | null) => ({
    getByName: (...options: unknown[]) => opened.push([jurisdiction, ...options]),
    jurisdiction: namespace,
  });
  const open = (own: object) =>
    realtimeObject({ REALTIME: namespace(null), JURISDICTION: '', SHARD_REGIONS: '', ...own } as never, 1);
  open({});
  open({ SHARD_REGIONS: 'wnam,weur' });
  open({ JURISDICTION: 'eu' });
  expect(opened).toEqual([
    [null, 'realtime-1'],
    [null, 'realtime-1-weur', { locationHint: 'weur' }],
    ['eu', 'realtime-1'],
  ]);
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
