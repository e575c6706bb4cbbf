import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchTerms, showSearch } from '#domain/lists/search';

const nothing = { words: [], shortWords: [], number: null, order: null, cents: null };

describe('typed search texts', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['ab', null],
    ['a b', null],
    ['7', { ...nothing, shortWords: ['7'], number: '7', cents: { from: 7_00, to: 7_99 } }],
    ['#042', { ...nothing, words: ['#042'], number: '42' }],
    ['00042', { ...nothing, words: ['00042'], number: '42', cents: { from: 42_00, to: 42_99 } }],
    ['inv-9', { ...nothing, words: ['inv-9'], number: 'INV-9', order: { prefix: 'inv', number: '9' } }],
    [
      'PO #SD-00131',
      { ...nothing, words: ['SD-00131'], number: 'SD-00131', order: { prefix: 'SD', number: '131' } },
    ],
    [
      '$4,500.00',
      { ...nothing, words: ['$4,500.00'], number: '$4,500.00', cents: { from: 4_500_00, to: 4_500_00 } },
    ],
    ['1842', { ...nothing, words: ['1842'], number: '1842', cents: { from: 1842_00, to: 1842_99 } }],
    ['1,842', { ...nothing, words: ['1,842'], number: '1,842', cents: { from: 1842_00, to: 1842_99 } }],
    ['1842.5', { ...nothing, words: ['1842.5'], number: '1842.5', cents: { from: 1842_50, to: 1842_50 } }],
    ['oak of', { ...nothing, words: ['oak'], shortWords: ['of'] }],
    ['oak\u0000wood', { ...nothing, words: ['oak', 'wood'] }],
    ['\u0301\u0301\u0301', null],
    [
      'one two three four five six seven eight nine',
      { ...nothing, words: 'one two three four five six seven eight'.split(' ') },
    ],
  ])('%j', (typed, terms) => expect(searchTerms(typed)).toEqual(terms));

  test('every text gives a few short words without spaces or control characters, or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
        const terms = searchTerms(typed);
        if (!terms) return;
        const all = [...terms.words, ...terms.shortWords];
        expect(all.length).toBeGreaterThan(0);
        expect(all.length).toBeLessThanOrEqual(8);
        expect(all.join('').length).toBeLessThanOrEqual(showSearch.maximumLength);
        for (const word of all) expect(word).not.toMatch(/[\s\p{Cc}]/u);
      }),
    );
  });
});
