import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { selectOnFocus } from './select-on-focus.ts';

export interface IntegerFieldProps extends FieldProps {
  /** May have computed decimals; typed values have none. Null while the box is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Replaces an empty or smaller number on blur; null lets the box stay empty. */
  minimum: number | null;
  maxLength: number;
}

/** An integer that applies while it is typed: digits only, right-aligned (LI-21). */
export function IntegerField(props: IntegerFieldProps) {
  const { value, onChange, minimum, maxLength } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, maxLength);
    setTyped(digits);
    onChange(digits === '' ? null : Number(digits));
  };
  const leave = () => {
    setTyped(null);
    if (minimum !== null && (value === null || value < minimum)) onChange(minimum);
  };
  return (
    <AriaTextField
      {...ariaField(props)}
      isReadOnly={props.isReadOnly ?? false}
      inputMode="numeric"
      value={typed ?? (value === null ? '' : String(value))}
      onChange={type}
      onBlur={leave}
    >
      <FieldLabel {...props} />
      <Group className="field-box h-control flex items-center">
        <Input
          {...selectOnFocus}
          className="text-field figures h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right outline-none"
        />
      </Group>
      <FieldHint {...props} />
    </AriaTextField>
  );
}
