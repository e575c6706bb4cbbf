import { expect, test } from 'vitest';
import { bestMatch, onlyMatch, unmatched } from '../../../web/src/parts/fields/combo-match.ts';
import type { Option } from '../../../web/src/parts/fields/select.tsx';

const option = (id: string, rest: Partial<Option> = {}): Option => ({ id, text: id, ...rest });
const offer = option('make', { text: 'Create Temporary Vendor', isOffer: true });

test('Enter takes what is called so, then what begins so, then the first of what fits', () => {
  const codes = ['1204', '2045', '204'].map((id) => option(id));
  expect(bestMatch(codes, '204')?.id).toBe('204');
  expect(bestMatch(codes.slice(0, 2), '204')?.id).toBe('2045');
  expect(bestMatch(codes.slice(0, 1), '204')?.id).toBe('1204');
  expect(bestMatch([option('a', { isDisabled: true }), option('b')], 'x')?.id).toBe('b');
});

test('a name that is typed in full is meant whatever its case, and beside what only holds it', () => {
  const named = [option('1', { text: 'Halden Drapery' }), option('2', { text: 'Halden Drapery East' })];
  expect(onlyMatch(named, 'halden drapery')?.id).toBe('1');
  expect(onlyMatch(named, 'halden')).toBeNull();
  expect(onlyMatch(named.slice(1), 'halden')?.id).toBe('2');
});

test('to make something new is offered, and never meant', () => {
  expect(bestMatch([offer], 'create')).toBeNull();
  expect(onlyMatch([offer], offer.text)).toBeNull();
  expect(onlyMatch([option('Halden'), offer], 'hal')?.id).toBe('Halden');
});

test('a text that names nothing is refused in words', () => {
  expect(unmatched([offer], 'zzz')).toBe('“zzz” is not in the list.');
  expect(unmatched([option('2301'), option('2401')], 'purch')).toBe('Several fit “purch”.');
});
