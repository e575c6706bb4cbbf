import type { Option } from './select.tsx';

function isSame({ id, text }: Option, typed: string): boolean {
  return [id, text].some((one) => one.toLowerCase() === typed.toLowerCase());
}

/** What Enter takes while this is typed: what is called so, then what begins so, then the first; null: nothing fits. */
export function bestMatch(options: readonly Option[], typed: string): Option | null {
  const matches = options.filter(({ isOffer, isDisabled }) => !isOffer && !isDisabled);
  const begins = ({ text }: Option) => text.toLowerCase().startsWith(typed.toLowerCase());
  return matches.find((option) => isSame(option, typed)) ?? matches.find(begins) ?? matches[0] ?? null;
}

/** What is meant without any doubt: what is called so, or the only one that fits. */
export function onlyMatch(options: readonly Option[], typed: string): Option | null {
  const [only, another] = options.filter(({ isOffer, isDisabled }) => !isOffer && !isDisabled);
  return (
    options.find((option) => !option.isOffer && isSame(option, typed)) ?? (another ? null : (only ?? null))
  );
}

/** What is said of a text that was left in the box and names no option. */
export function unmatched(options: readonly Option[], typed: string): string {
  return bestMatch(options, typed) ? `Several fit “${typed}”.` : `“${typed}” is not in the list.`;
}
