import { describe, expect, test } from 'vitest';
import { searchExcerpt } from '#domain/lists/search-excerpt';

const filler = 'Lorem ipsum dolor sit amet, '.repeat(20);

describe('VIEW-72: an excerpt', () => {
  test('of a short text is the text on one line', () => {
    expect(searchExcerpt(' Two\n\nvelvet  drapes ', ['velvet'])).toBe('Two velvet drapes');
  });

  test.each([
    ['the case of the letters', 'VELVET'],
    ['accents', 'vélvet'],
  ])('of a long text surrounds the match, whatever %s', (_what, word) => {
    const excerpt = searchExcerpt(`${filler}velvet drapes ${filler}`, [word]);
    expect(excerpt).toMatch(/^\.\.\.[^]{0,30}velvet drapes[^]*\.\.\.$/);
    expect(excerpt.length).toBeLessThanOrEqual(126);
  });

  test('begins and ends with the text when the match is at its edge', () => {
    expect(searchExcerpt(`velvet ${filler}`, ['velvet'])).toMatch(/^velvet [^]*\.\.\.$/);
    expect(searchExcerpt(`${filler}velvet`, ['velvet'])).toMatch(/^\.\.\.[^]*velvet$/);
  });

  test('begins with the text when it contains no word', () => {
    expect(searchExcerpt(filler, ['velvet'])).toMatch(/^Lorem/);
  });

  test('never splits a letter outside the basic plane', () => {
    expect(searchExcerpt(`${'🎬'.repeat(200)}velvet`, ['velvet']).isWellFormed()).toBe(true);
  });
});
