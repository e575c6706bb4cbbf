/** Lower-case letters of other scripts that look like a different Latin letter than their capital does. */
const lowerLookalikes = pairs('νυηωոѡ', 'VUNWNW');

/** Capitals and signs that look like a Latin letter or a digit: Greek, Cyrillic, Armenian, Latin, signs. */
const capitalLookalikes = new Map([
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'),
  ...pairs('АВСЕԌНІЈКМОРЅТУҮХԚԜѴЗӀԀҺѲ', 'ABCEGHIJKMOPSTYYXQWV3IDHO'),
  ...pairs('ՕՍՏԼ', 'OUSL'),
  ...pairs('ƖꞬⱭ', 'IGA'),
  ...pairs('|ǀ∣׀', 'IIII'),
]);

/** Letters that are easily mistaken for a digit are mapped to it. */
const digits = pairs('OIL', '011');

/** Blanks, invisible characters, marks over letters, and anything that looks like a dash. */
const ignored =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Pd}\p{Pc}\u2212\u02D7\u2043\u30FC\u4E00\u2500]/gu;

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((letter, index) => [letter, targets[index] ?? letter]));
}

function replaceLetters(text: string, replacements: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => replacements.get(letter) ?? letter).join('');
}

/**
 * Returns the normalized form in which invoice numbers are compared. Case, blanks, dashes, accents, invisible
 * characters and look-alike letters make no difference; 0 and O are equal, and so are 1, I and L. A number that would
 * become empty is compared as typed, in capitals (DEC-37).
 */
export function invoiceNumberKey(number: string): string {
  const upperCased = replaceLetters(
    number.normalize('NFKD').replaceAll(ignored, ''),
    lowerLookalikes,
  ).toUpperCase();
  const key = replaceLetters(
    replaceLetters(upperCased.normalize('NFKD').replaceAll(ignored, ''), capitalLookalikes),
    digits,
  );
  return key || number.trim().toUpperCase();
}
