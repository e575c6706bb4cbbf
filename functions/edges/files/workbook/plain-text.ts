import { importLimits } from '#domain/import/table';

/** Invisible blanks and soft hyphens, which come with text copied from a page and would make names differ. */
const invisible = /[\u00AD\u200B\u2060\uFEFF]+/gu;

/**
 * Returns the visible text on one line, cut one character above the cell limit, so that a text that is too long is
 * detected.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()
    .slice(0, importLimits.cell + 1);
}

const escapes = /_x([\da-f]{4})_/gi;

/** Decodes a text of a workbook, which writes characters that are invalid in XML as `_x000D_`. */
export function decodeWorkbookText(text: string): string {
  return plainText(
    text.replaceAll(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}
