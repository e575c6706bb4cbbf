import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchTerms, showSearch } from '#domain/search';

describe('what is typed into the search', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['ab', null],
    ['a b', null],
    ['7', { words: [], shortWords: ['7'], number: '7' }],
    ['#042', { words: ['#042'], shortWords: [], number: '42' }],
    ['00042', { words: ['00042'], shortWords: [], number: '42' }],
    ['inv-9', { words: ['inv-9'], shortWords: [], number: 'INV-9' }],
    ['oak of', { words: ['oak'], shortWords: ['of'], number: null }],
    ['oak\u0000wood', { words: ['oak', 'wood'], shortWords: [], number: null }],
  ])('%j', (typed, terms) => expect(searchTerms(typed)).toEqual(terms));

  test('every text gives few bounded words without spaces or control characters, or nothing', () => {
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
