/** Letters of right-to-left scripts. */
const rightToLeft =
  /[\u05D0-\u05F4\u0620-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Invisible characters: those that reorder text (U+202A to U+202E, U+2066 to U+2069), NUL, fillers, and those that make
 * equal texts differ. Joiners stay where a script or an emoji needs them, and so do flags such as that of Wales.
 */
const invisible =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?<=^|[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D]+|[\0\u00AD\u115F\u1160\u180E\u200B\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu;

/** Direction marks have no meaning in left-to-right text. */
const directionMarks = /[\u061C\u200E\u200F]+/gu;

/**
 * Removes characters that let a text imitate another one (ER-19). Hebrew and Arabic stay as typed, with their marks.
 */
export function stripInvisible(input: string): string {
  const visible = input.replaceAll(invisible, '$1');
  return rightToLeft.test(visible) ? visible : visible.replaceAll(directionMarks, '');
}

/**
 * Isolates a right-to-left text that is joined with other plain text, so that it does not reorder neighboring digits.
 * Markup uses `<bdi>` instead.
 */
export function isolateDirection(input: string): string {
  const text = stripInvisible(input);
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
