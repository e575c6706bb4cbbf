import { useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { isEmail } from '#domain/values/email-address';
import { ChipList } from '../display/chip-list.tsx';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { addressesOf } from './typed-recipients.ts';
import type { TypedRecipients } from './typed-recipients.ts';

const parts = /[\s,;]/;
const named = /<[^<>\s]+@[^<>\s]+>/;

/** Removes the names from addresses as mail programs copy them: `Ann Lee <ann@example.com>`. */
function withoutNames(text: string): string {
  if (!named.test(text)) return text;
  return text
    .split(/[\s,;<>"]+/)
    .filter((word) => word.includes('@'))
    .join(' ');
}

/** Enter, Tab, comma, semicolon, space and blur turn the typed text into a chip (EM-10, EM-11). */
export function RecipientsField(
  props: Omit<FieldProps, 'error' | 'hint'> & {
    value: TypedRecipients;
    onChange: (value: TypedRecipients) => void;
    startsFocused?: boolean;
    aside?: ReactNode;
  },
) {
  const { value, onChange } = props;
  const { chips, typed } = value;
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string) => {
    onChange({ chips: addressesOf({ chips, typed: text }), typed: '' });
    // Keeps the input visible below the new chip.
    requestAnimationFrame(() => {
      if (document.activeElement === input.current) input.current?.scrollIntoView({ block: 'nearest' });
    });
  };
  const press = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey;
    if ((event.key === 'Enter' || isTab) && typed.trim() !== '') {
      event.preventDefault();
      // A dialog would also move the focus on this Tab.
      event.stopPropagation();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '' && !event.repeat) {
      onChange({ chips: chips.slice(0, -1), typed: '' });
    }
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    // A pasted part of an address stays editable text.
    if (!parts.test(text) && !named.test(text)) return;
    event.preventDefault();
    take(`${typed} ${withoutNames(text)}`);
  };
  const remove = (gone: string) => {
    const left = chips.filter((chip) => chip !== gone);
    onChange({ chips: left, typed });
    if (left.length === 0) input.current?.focus();
  };
  const wrong = chips.filter((chip) => !isEmail(chip));
  const error = wrong.length > 0 ? `Not an email address: ${wrong.join(', ')}` : null;
  const field = { ...props, error };
  const items = chips.map((chip) => ({
    id: chip,
    text: chip,
    problem: wrong.includes(chip) ? 'Not an email address' : null,
  }));
  return (
    <AriaTextField
      {...ariaField(field)}
      value={typed}
      onChange={(text) => (parts.test(text) ? take(text) : onChange({ chips, typed: text }))}
      onBlur={() => typed.trim() !== '' && take(typed)}
      autoFocus={props.startsFocused ?? false}
    >
      <FieldLabel {...props} aside={props.aside} />
      <Group className="field-box flex max-h-40 flex-wrap items-center gap-1 overflow-y-auto p-0.75">
        {chips.length > 0 ? (
          <ChipList label={`${props.label} addresses`} items={items} onRemove={remove} />
        ) : null}
        <Input
          ref={input}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={chips.length === 0 ? 'name@example.com' : ''}
          onKeyDown={press}
          onPaste={paste}
          className="text-field h-6.5 min-w-24 flex-1 rounded-sm bg-transparent px-1.5 outline-none touch:h-9"
        />
      </Group>
      <FieldHint {...field} />
    </AriaTextField>
  );
}
