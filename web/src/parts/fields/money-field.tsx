import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { amountProblem, formatMoney, largestEntryCents, parseAmount } from '#domain/values/money';
import { FieldFoot, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { currencySymbol } from '../display/money.tsx';
import { takesAll } from './select-on-focus.ts';
import { useStableDuringPress } from './use-stable-during-press.ts';

interface Shared extends FieldProps {
  onBlur?: () => void;
  placeholder?: string;
  startsFocused?: boolean;
}

const inputClass =
  'text-field figures h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right outline-none';

export interface MoneyFieldProps extends Shared {
  /** Integer cents; null while the box holds no amount. */
  cents: number | null;
  onChange: (cents: number | null) => void;
  currency: string;
  maxLength?: number;
  /** LI-22, DEC-91: an empty box, or words, become 0 when the box is left. Digits stay as they were typed. */
  restoresZero?: boolean;
  /** A name of its own for a box that comes and goes: what was typed into it and is no amount is there again. */
  keptAs?: string;
}

/** Texts that are no amounts, by the box that they were typed into. */
const keptTexts = new Map<string, string>();

function figuresOf(cents: number | null, currency: string): string {
  if (cents === null) return '';
  return formatMoney(cents, currency).replace(/^(-?)\D*/, '$1');
}

/** What is wrong with a text, and how to write it. */
function refusal(text: string, currency: string, isZero: boolean): string {
  const problem = amountProblem(text, currency);
  const said = `“${text}” is not an amount`;
  if (problem?.kind === 'size')
    return `“${text}” is too large. The largest amount is ${figuresOf(largestEntryCents, currency)}.`;
  if (problem?.kind === 'form')
    return `${said}${currency === '' ? '' : ` in ${currency}`}. Enter it as ${figuresOf(problem.meant ?? 120_000, currency)}.`;
  return isZero
    ? `${said}: it became ${figuresOf(0, currency)}.`
    : `${said}. Enter it as ${figuresOf(120_000, currency)}.`;
}

/** LI-22: no third decimal can be typed, but where the sign may be another currency's separator of thousands. */
function withTwoDecimals(text: string, currency: string): string {
  const sign = formatMoney(0, currency).at(-3) ?? '.';
  const at = text.lastIndexOf(sign);
  const isGroup = /^\D*\d{1,3}$/.test(text.slice(0, at));
  return at >= 0 && !isGroup && /^\d+$/.test(text.slice(at + 1)) ? text.slice(0, at + 3) : text;
}

function centsOf(text: string, currency: string): number | null {
  return amountProblem(text, currency) ? null : parseAmount(text, currency);
}

/**
 * An amount in its currency's own separators (UX-10), the symbol muted before it. What is typed counts at once; what is
 * no amount counts as none, so that an old amount never stands in for it (LI-22). Leaving the box puts the amount in its
 * proper form; figures that are no amount stay and are refused, words are refused or said to have become 0.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { cents, currency, onChange, restoresZero = false } = props;
  const kept = () => (cents === null ? (keptTexts.get(props.keptAs ?? '') ?? null) : null);
  const [typed, setTyped] = useState<string | null>(kept);
  // What was left in the box and is no amount.
  const [refused, setRefused] = useState<string | null>(kept);
  const keep = (text: string | null) => {
    if (props.keptAs === undefined) return;
    if (text === null) keptTexts.delete(props.keptAs);
    else keptTexts.set(props.keptAs, text);
  };
  const type = (entered: string) => {
    const text = withTwoDecimals(entered, currency);
    setTyped(text);
    setRefused(null);
    const amount = centsOf(text, currency);
    keep(amount === null && text.trim() !== '' ? text : null);
    onChange(amount);
  };
  const leave = () => {
    const text = typed?.trim() ?? '';
    const problem = text === '' ? null : amountProblem(text, currency);
    const becomesZero = restoresZero && (problem === null || problem.kind === 'words');
    if (typed !== null) setRefused(problem ? text : null);
    if (!problem || becomesZero) {
      setTyped(null);
      keep(null);
    }
    if (cents === null && becomesZero) onChange(0);
    props.onBlur?.();
  };
  const told = refused === null ? null : refusal(refused, currency, restoresZero);
  const shown = { ...props, error: useStableDuringPress(told ?? props.error ?? null) };
  return (
    <AriaTextField
      {...ariaField(shown)}
      isReadOnly={props.isReadOnly ?? false}
      inputMode="decimal"
      {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
      value={typed ?? figuresOf(cents, currency)}
      onChange={type}
      onBlur={leave}
      {...(props.startsFocused && { autoFocus: true })}
    >
      <FieldLabel {...props} />
      <Group className="field-box h-control flex items-center">
        <span className="text-field pl-2.5 text-ink-muted">{currencySymbol(currency)}</span>
        <Input {...takesAll} placeholder={props.placeholder ?? ''} className={inputClass} />
      </Group>
      <FieldFoot {...shown} />
    </AriaTextField>
  );
}
