import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { formatMoney } from '#domain/values/money';
import { amountFromEntry, amountProblem, largestEntryCents } from '#domain/values/typed-amount';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { currencySymbol } from '../display/money.tsx';
import { selectOnFocus } from './select-on-focus.ts';
import { useStableDuringPress } from './use-stable-during-press.ts';

interface Shared extends FieldProps {
  onBlur?: () => void;
  placeholder?: string;
  startsFocused?: boolean;
}

const inputClass =
  'text-field figures h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right outline-none';

export interface MoneyFieldProps extends Shared {
  /** Integer cents; null while the box contains no valid amount. */
  cents: number | null;
  /** The text tells an empty box from one without a valid amount. */
  onChange: (cents: number | null, text: string) => void;
  currency: string;
  maxLength?: number;
  /** An empty box or words become 0 on blur; digits stay as typed (LI-22, DEC-91). */
  restoresZero?: boolean;
  /** Key that preserves an invalid text while the box is unmounted. */
  draftKey?: string;
}

/** Invalid texts by `draftKey`. */
const invalidTexts = new Map<string, string>();

function formatDigits(cents: number | null, currency: string): string {
  if (cents === null) return '';
  return formatMoney(cents, currency).replace(/^(-?)\D*/, '$1');
}

/** The error message with an example of a valid amount. */
function amountError(text: string, currency: string, isZero: boolean): string {
  const problem = amountProblem(text, currency);
  const prefix = `“${text}” is not an amount`;
  if (problem?.kind === 'size')
    return `“${text}” is too large. The largest amount is ${formatDigits(largestEntryCents, currency)}.`;
  if (problem?.kind === 'form')
    return `${prefix}${currency === '' ? '' : ` in ${currency}`}. Enter it as ${formatDigits(problem.suggestedCents ?? 120_000, currency)}.`;
  return isZero
    ? `${prefix}: it became ${formatDigits(0, currency)}.`
    : `${prefix}. Enter it as ${formatDigits(120_000, currency)}.`;
}

/** Prevents a third decimal, unless the separator may be another currency's thousands separator (LI-22). */
function withTwoDecimals(text: string, currency: string): string {
  const sign = formatMoney(0, currency).at(-3) ?? '.';
  const at = text.lastIndexOf(sign);
  const isGroup = /^\D*\d{1,3}$/.test(text.slice(0, at));
  return at >= 0 && !isGroup && /^\d+$/.test(text.slice(at + 1)) ? text.slice(0, at + 3) : text;
}

function centsOf(text: string, currency: string): number | null {
  return amountProblem(text, currency) ? null : amountFromEntry(text, currency);
}

/**
 * An amount with its currency's separators and a muted symbol (UX-10). Typed text applies at once, and an invalid text
 * counts as no amount, so that the old amount is not kept (LI-22). Blur formats the amount; invalid digits stay and are
 * rejected, words are rejected or replaced by 0.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { cents, currency, onChange, restoresZero = false } = props;
  const invalidText = () => (cents === null ? (invalidTexts.get(props.draftKey ?? '') ?? null) : null);
  const [typed, setTyped] = useState<string | null>(invalidText);
  // The invalid text that was left in the box.
  const [rejected, setRejected] = useState<string | null>(invalidText);
  const saveInvalidText = (text: string | null) => {
    if (props.draftKey === undefined) return;
    if (text === null) invalidTexts.delete(props.draftKey);
    else invalidTexts.set(props.draftKey, text);
  };
  const type = (entered: string) => {
    const text = withTwoDecimals(entered, currency);
    setTyped(text);
    setRejected(null);
    const amount = centsOf(text, currency);
    saveInvalidText(amount === null && text.trim() !== '' ? text : null);
    onChange(amount, text);
  };
  const leave = () => {
    const text = typed?.trim() ?? '';
    const problem = text === '' ? null : amountProblem(text, currency);
    const becomesZero = restoresZero && (problem === null || problem.kind === 'words');
    if (typed !== null) setRejected(problem ? text : null);
    if (!problem || becomesZero) {
      setTyped(null);
      saveInvalidText(null);
    }
    if (cents === null && becomesZero) onChange(0, '');
    props.onBlur?.();
  };
  const message = rejected === null ? null : amountError(rejected, currency, restoresZero);
  const shown = { ...props, error: useStableDuringPress(message ?? props.error ?? null) };
  return (
    <AriaTextField
      {...ariaField(shown)}
      isReadOnly={props.isReadOnly ?? false}
      inputMode="decimal"
      {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
      value={typed ?? formatDigits(cents, currency)}
      onChange={type}
      onBlur={leave}
      {...(props.startsFocused && { autoFocus: true })}
    >
      <FieldLabel {...props} />
      <Group className="field-box h-control flex items-center">
        <span className="text-field pl-2.5 text-ink-muted">{currencySymbol(currency)}</span>
        <Input {...selectOnFocus} placeholder={props.placeholder ?? ''} className={inputClass} />
      </Group>
      <FieldHint {...shown} />
    </AriaTextField>
  );
}
