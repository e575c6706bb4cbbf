const emailPattern =
  /^[^\s@,;<>()[\]"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** True when the text is one e-mail address, without a display name (EM-08). */
export function isEmail(text: string): boolean {
  return text.length <= 254 && !text.startsWith('.') && !/\.\.|\.@/.test(text) && emailPattern.test(text);
}

/** The message for an invalid address. */
export const notAnAddress = 'Please enter a valid e-mail address.';

/**
 * Adds the typed or pasted addresses to the chips; comma, semicolon and white space separate addresses (EM-10, EM-11).
 */
export function withRecipients(chips: readonly string[], typed: string): string[] {
  const all = [...chips];
  for (const address of typed.split(/[\s,;]+/).filter(Boolean)) {
    if (!all.some((chip) => chip.toLowerCase() === address.toLowerCase())) all.push(address);
  }
  return all;
}
