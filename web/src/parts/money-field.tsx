import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { formatMoney, parseAmount } from '#domain/money';
import { FieldFoot, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { currencySymbol } from './money.tsx';
import { takesAll } from './takes-all.ts';
import { useWhilePressed } from './use-while-pressed.ts';

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
  /** LI-22, DEC-91: what is no amount, or none, becomes 0 when the box is left. */
  restoresZero?: boolean;
}

function figuresOf(cents: number | null, currency: string): string {
  if (cents === null) return '';
  return formatMoney(cents, currency).replace(/^(-?)\D*/, '$1');
}

function noAmount(text: string, isZero: boolean, currency: string): string {
  const said = `“${text}” is not an amount`;
  return isZero
    ? `${said}: it became ${figuresOf(0, currency)}.`
    : `${said}. Enter it as ${figuresOf(120_000, currency)}.`;
}

/** LI-22: no third decimal can be typed. */
function withTwoDecimals(text: string, currency: string): string {
  const sign = formatMoney(0, currency).at(-3) ?? '.';
  const at = text.lastIndexOf(sign);
  return at >= 0 && /^\d+$/.test(text.slice(at + 1)) ? text.slice(0, at + 3) : text;
}

/**
 * An amount in its currency's own separators (UX-10), the symbol muted before it. What is typed counts at once; what is
 * no amount counts as none, so that an old amount never stands in for it (LI-22). Leaving the box puts the amount in its
 * proper form; what is no amount stays and is refused, or is told to have become 0.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { cents, currency, onChange, restoresZero = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // What was left in the box and is no amount.
  const [refused, setRefused] = useState<string | null>(null);
  const type = (entered: string) => {
    const text = withTwoDecimals(entered, currency);
    setTyped(text);
    setRefused(null);
    onChange(parseAmount(text, currency));
  };
  const leave = () => {
    const text = typed?.trim() ?? '';
    const isWrong = text !== '' && parseAmount(text, currency) === null;
    if (typed !== null) setRefused(isWrong ? text : null);
    if (!isWrong || restoresZero) setTyped(null);
    if (cents === null && restoresZero) onChange(0);
    props.onBlur?.();
  };
  const told = refused === null ? null : noAmount(refused, restoresZero, currency);
  const shown = { ...props, error: useWhilePressed(told ?? props.error ?? null) };
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
