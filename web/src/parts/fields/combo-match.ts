import type { Option } from './select.tsx';

function isSame({ id, text }: Option, typed: string): boolean {
  return [id, text].some((one) => one.toLowerCase() === typed.toLowerCase());
}

/** The option that Enter takes: an exact match, else a prefix match, else the first option; null if there is none. */
export function bestMatch(options: readonly Option[], typed: string): Option | null {
  const matches = options.filter(({ isOffer, isDisabled }) => !isOffer && !isDisabled);
  const begins = ({ text }: Option) => text.toLowerCase().startsWith(typed.toLowerCase());
  return matches.find((option) => isSame(option, typed)) ?? matches.find(begins) ?? matches[0] ?? null;
}

/** The unambiguous match: an exact one, or the only option. */
export function onlyMatch(options: readonly Option[], typed: string): Option | null {
  const [only, another] = options.filter(({ isOffer, isDisabled }) => !isOffer && !isDisabled);
  return (
    options.find((option) => !option.isOffer && isSame(option, typed)) ?? (another ? null : (only ?? null))
  );
}

/** The error for a text that matches no single option. */
export function noMatchMessage(options: readonly Option[], typed: string): string {
  return bestMatch(options, typed) ? `Several fit “${typed}”.` : `“${typed}” is not in the list.`;
}
