/** Letters of other scripts in lower case that are drawn like another Latin letter than their capital. */
const small = pairs('νυηωոѡ', 'VUNWNW');

/** Capitals and signs that are drawn like a Latin letter or a digit: Greek, Cyrillic, Armenian, Latin, signs. */
const capital = new Map([
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'),
  ...pairs('АВСЕԌНІЈКМОРЅТУҮХԚԜѴЗӀԀҺѲ', 'ABCEGHIJKMOPSTYYXQWV3IDHO'),
  ...pairs('ՕՍՏԼ', 'OUSL'),
  ...pairs('ƖꞬⱭ', 'IGA'),
  ...pairs('|ǀ∣׀', 'IIII'),
]);

/** Digits and letters that people cannot tell apart count as the digit. */
const digits = pairs('OIL', '011');

/** Blanks, invisible characters, marks over letters, and whatever looks like a dash. */
const ignored =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Pd}\p{Pc}\u2212\u02D7\u2043\u30FC\u4E00\u2500]/gu;

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((letter, index) => [letter, targets[index] ?? letter]));
}

function replaced(text: string, by: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => by.get(letter) ?? letter).join('');
}

/**
 * DEC-37: the form in which two invoice numbers are compared. Case, blanks, dashes, accents, invisible characters and
 * look-alike letters make no difference; 0 and O are the same, and so are 1, I and L. A number that consists of
 * nothing else is compared as it was typed, in capitals.
 */
export function invoiceNumberKey(number: string): string {
  const bare = replaced(number.normalize('NFKD').replaceAll(ignored, ''), small).toUpperCase();
  const key = replaced(replaced(bare.normalize('NFKD').replaceAll(ignored, ''), capital), digits);
  return key || number.trim().toUpperCase();
}
