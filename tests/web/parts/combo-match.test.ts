import { expect, test } from 'vitest';
import { bestMatch, onlyMatch, noMatchMessage } from '../../../web/src/parts/fields/combo-match.ts';
import type { Option } from '../../../web/src/parts/fields/select.tsx';

const option = (id: string, rest: Partial<Option> = {}): Option => ({ id, text: id, ...rest });
const offer = option('make', { text: 'Create Temporary Vendor', isOffer: true });

test('Enter takes an exact match, then a prefix match, then the first match', () => {
  const codes = ['1204', '2045', '204'].map((id) => option(id));
  expect(bestMatch(codes, '204')?.id).toBe('204');
  expect(bestMatch(codes.slice(0, 2), '204')?.id).toBe('2045');
  expect(bestMatch(codes.slice(0, 1), '204')?.id).toBe('1204');
  expect(bestMatch([option('a', { isDisabled: true }), option('b')], 'x')?.id).toBe('b');
});

test('a full name matches in any case, also next to partial matches', () => {
  const named = [option('1', { text: 'Halden Drapery' }), option('2', { text: 'Halden Drapery East' })];
  expect(onlyMatch(named, 'halden drapery')?.id).toBe('1');
  expect(onlyMatch(named, 'halden')).toBeNull();
  expect(onlyMatch(named.slice(1), 'halden')?.id).toBe('2');
});

test('the create option is offered but never matched', () => {
  expect(bestMatch([offer], 'create')).toBeNull();
  expect(onlyMatch([offer], offer.text)).toBeNull();
  expect(onlyMatch([option('Halden'), offer], 'hal')?.id).toBe('Halden');
});

test('a text without a match has an error message', () => {
  expect(noMatchMessage([offer], 'zzz')).toBe('“zzz” is not in the list.');
  expect(noMatchMessage([option('2301'), option('2401')], 'purch')).toBe('Several fit “purch”.');
});
