import cyrillic400 from '@fontsource/inter/files/inter-cyrillic-400-normal.woff2';
import cyrillic600 from '@fontsource/inter/files/inter-cyrillic-600-normal.woff2';
import cyrillic700 from '@fontsource/inter/files/inter-cyrillic-700-normal.woff2';
import cyrillicExtended400 from '@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff2';
import cyrillicExtended600 from '@fontsource/inter/files/inter-cyrillic-ext-600-normal.woff2';
import cyrillicExtended700 from '@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff2';
import greek400 from '@fontsource/inter/files/inter-greek-400-normal.woff2';
import greek600 from '@fontsource/inter/files/inter-greek-600-normal.woff2';
import greek700 from '@fontsource/inter/files/inter-greek-700-normal.woff2';
import latin400 from '@fontsource/inter/files/inter-latin-400-normal.woff2';
import latin600 from '@fontsource/inter/files/inter-latin-600-normal.woff2';
import latin700 from '@fontsource/inter/files/inter-latin-700-normal.woff2';
import latinExtended400 from '@fontsource/inter/files/inter-latin-ext-400-normal.woff2';
import latinExtended600 from '@fontsource/inter/files/inter-latin-ext-600-normal.woff2';
import latinExtended700 from '@fontsource/inter/files/inter-latin-ext-700-normal.woff2';
import vietnamese400 from '@fontsource/inter/files/inter-vietnamese-400-normal.woff2';
import vietnamese600 from '@fontsource/inter/files/inter-vietnamese-600-normal.woff2';
import vietnamese700 from '@fontsource/inter/files/inter-vietnamese-700-normal.woff2';

interface Subset {
  /** By weight: the documents use regular, semi-bold and bold. */
  weights: Readonly<Record<400 | 600 | 700, ArrayBuffer>>;
  /** CSS `unicode-range` of the subset, as in its package. */
  range: string;
}

/** One file per weight: a variable font becomes dozens of Type 3 fonts in the PDF, four times the size. */
const subsets: readonly Subset[] = [
  {
    weights: { 400: latin400, 600: latin600, 700: latin700 },
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    weights: { 400: latinExtended400, 600: latinExtended600, 700: latinExtended700 },
    range:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    weights: { 400: vietnamese400, 600: vietnamese600, 700: vietnamese700 },
    range:
      'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  },
  {
    weights: { 400: greek400, 600: greek600, 700: greek700 },
    range: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  },
  {
    weights: { 400: cyrillic400, 600: cyrillic600, 700: cyrillic700 },
    range: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  },
  {
    weights: { 400: cyrillicExtended400, 600: cyrillicExtended600, 700: cyrillicExtended700 },
    range: 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  },
];

/** Encodes bytes as base64, in chunks that fit an argument list. */
export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

function parseRanges(range: string): [number, number][] {
  return range.split(',').map((one) => {
    const [from = '', to = from] = one.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** True when any of the code points is in a CSS `unicode-range`. */
function usesRange(points: readonly number[], range: string): boolean {
  const ranges = parseRanges(range);
  return points.some((point) => ranges.some(([from, to]) => point >= from && point <= to));
}

function fontFace(weight: string, bytes: ArrayBuffer, range: string): string {
  const url = `data:font/woff2;base64,${base64(new Uint8Array(bytes))}`;
  return `@font-face{font-family:'Inter';font-weight:${weight};src:url(${url}) format('woff2');unicode-range:${range}}`;
}

/**
 * Returns the `@font-face` rules of the document typeface for the scripts that `text` uses. Other scripts fall back to
 * the fonts of the browser's machine.
 */
export function fontFaces(text: string): string {
  const points = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
  return subsets
    .filter(({ range }) => usesRange(points, range))
    .flatMap(({ weights, range }) =>
      Object.entries(weights).map(([weight, bytes]) => fontFace(weight, bytes, range)),
    )
    .join('\n');
}
