/** Letters of scripts that are written from right to left. */
const rightToLeft =
  /[\u05D0-\u05F4\u0620-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Characters that nobody sees: those that reorder what follows (U+202A to U+202E, U+2066 to U+2069), NUL, fillers, and what
 * makes two equal texts differ. Joiners stay where a script or an emoji needs them, and so do the flags of Wales and others.
 */
const unseen =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?<=^|[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D]+|[\0\u00AD\u115F\u1160\u180E\u200B\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu;

/** Marks of direction say nothing in a text that is written from left to right. */
const marks = /[\u061C\u200E\u200F]+/gu;

/** A text without what fakes another one (ER-19). Hebrew and Arabic stay as they were typed, with their marks. */
export function withoutUnseen(given: string): string {
  const seen = given.replaceAll(unseen, '$1');
  return rightToLeft.test(seen) ? seen : seen.replaceAll(marks, '');
}

/**
 * For plain text that is joined with others: a text from right to left keeps to itself, and moves no figure beside it. Markup
 * uses `<bdi>` instead.
 */
export function isolated(given: string): string {
  const text = withoutUnseen(given);
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
