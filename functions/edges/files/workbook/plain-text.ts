import { importLimits } from '#domain/import/table';

/** Blanks without width and possible breaks of words, as they come with what is copied from a page: nobody sees why a name is another. */
const unseen = /[\u00AD\u200B\u2060\uFEFF]+/gu;

/** One line of what people see; one letter more than a cell may have, so that a text that is too long shows it. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unseen, '')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()
    .slice(0, importLimits.cell + 1);
}

const escapes = /_x([\da-f]{4})_/gi;

/** A text of a workbook, which writes characters that XML cannot have as `_x000D_`. */
export function sheetText(text: string): string {
  return plainText(
    text.replaceAll(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}
