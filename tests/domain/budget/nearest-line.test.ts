import { expect, test } from 'vitest';
import { codesText } from '#domain/budget/line-codes';
import type { LineCodes } from '#domain/budget/line-codes';
import { nearestLineOf } from '#domain/budget/nearest-line';

const key = (account: string, codes: LineCodes = {}) => ({ account, codes: codesText(codes) });
const ancestorsOf = (account: string) => (account === '6110' ? ['6100'] : []);
const nearest = (...lines: ReturnType<typeof key>[]) => nearestLineOf(lines, ancestorsOf);

test('BUD-64: of several lines, a free field is nearer than a location, an episode and a set', () => {
  const codes = { SET: '12', EPISODE: '103', LOCATION: 'Pier 7', FREE_FIELD: 'Rain' };
  const coarse = key('6100', { SET: '12', EPISODE: '103', LOCATION: 'Pier 7' });
  const [fine, set] = [key('6100', { FREE_FIELD: 'Rain' }), key('6100', { SET: '12' })];
  const find = nearest(coarse, set, fine);
  expect(find(key('6100', codes))).toBe(fine);
  expect(find(key('6100', { ...codes, FREE_FIELD: 'Sun' }))).toBe(coarse);
  expect(find(key('6100', { SET: '12', EPISODE: '104' }))).toBe(set);
  expect(find(key('6100', { EPISODE: '103' }))).toBeNull();
});

test('BUD-64: a line of the account is nearer than any line of a header account', () => {
  const [header, own] = [key('6100', { EPISODE: '103' }), key('6110')];
  expect(nearest(header, own)(key('6110', { EPISODE: '103' }))).toBe(own);
  expect(nearest(header)(key('6110', { EPISODE: '103' }))).toBe(header);
  expect(nearest(header)(key('6110', { EPISODE: '104' }))).toBeNull();
});
