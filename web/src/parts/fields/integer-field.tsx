import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldFoot, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { takesAll } from './select-on-focus.ts';

export interface DigitsFieldProps extends FieldProps {
  /** May have decimals that were computed; what is typed has none. Null while the box is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** An empty or smaller number becomes this when the box is left. */
  minimum: number;
  maxLength: number;
}

/** A whole number that counts at once while it is typed: digits only, right-aligned (LI-21). */
export function DigitsField(props: DigitsFieldProps) {
  const { value, onChange, minimum, maxLength } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, maxLength);
    setTyped(digits);
    onChange(digits === '' ? null : Number(digits));
  };
  const leave = () => {
    setTyped(null);
    if (value === null || value < minimum) onChange(minimum);
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
          {...takesAll}
          className="text-field figures h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right outline-none"
        />
      </Group>
      <FieldFoot {...props} />
    </AriaTextField>
  );
}
