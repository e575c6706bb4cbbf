import { describe, expect, test } from 'vitest';
import { isolateDirection, stripInvisible } from '../../../domain/values/safe-text.ts';

describe('ER-19: invisible characters', () => {
  test.each([
    ['an override', 'total \u202E000,1\u202C', 'total 000,1'],
    ['isolates', '\u2066a\u2069 \u2067b\u2069 \u2068c\u2069', 'a b c'],
    ['embeddings', '\u202Aa\u202B b\u202D c', 'a b c'],
    ['marks among Latin letters', 'INV\u200E-1\u200F\u061C', 'INV-1'],
    ['spaces without width', 'Cas\u200Btle\uFEFF R\u00ADock\u2060', 'Castle Rock'],
    ['a joiner among Latin letters', 'Cas\u200Dtle\u200C', 'Castle'],
    ['fillers and tags', '\u3164a\u{E0041}\u115F', 'a'],
    ['NUL', 'a\0b', 'ab'],
  ])('%s', (_, given, seen) => {
    expect(stripInvisible(given)).toBe(seen);
  });

  test.each([
    ['Hebrew with a mark', 'שלום \u200F(בע"מ)'],
    ['Arabic with a mark', 'شركة \u061C123'],
    ['Persian with a joiner', 'می\u200Cخواهم'],
    ['an emoji of several', '👩\u200D🚀 ❤️\u200D🔥'],
    ['a flag of a country within one', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['lines', 'one\ntwo\ttabs'],
  ])('%s stays', (_, text) => {
    expect(stripInvisible(text)).toBe(text);
  });

  test('a text of many such characters is processed in linear time', () => {
    const text = '🏴\u{E0041}'.repeat(50_000) + '\u200D'.repeat(100_000);
    expect(stripInvisible(text).replaceAll('🏴', '').replaceAll('\u200D', '')).toBe('');
  });

  test('only a right-to-left text is isolated', () => {
    expect(isolateDirection('Castle \u202ERock')).toBe('Castle Rock');
    expect(isolateDirection('שלום')).toBe('\u2068שלום\u2069');
  });
});
