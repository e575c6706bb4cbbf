const emailPattern =
  /^[^\s@,;<>()[\]"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** EM-08: whether the text is one e-mail address, without a display name. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && !text.startsWith('.') && !/\.\.|\.@/.test(text) && emailPattern.test(text);
}

/** What is said of a text that is not one. */
export const notAnAddress = 'Please enter a valid e-mail address.';

/** EM-10, EM-11: the chips after something was typed or pasted; comma, semicolon and white space part addresses. */
export function withRecipients(chips: readonly string[], typed: string): string[] {
  const all = [...chips];
  for (const address of typed.split(/[\s,;]+/).filter(Boolean)) {
    if (!all.some((chip) => chip.toLowerCase() === address.toLowerCase())) all.push(address);
  }
  return all;
}
