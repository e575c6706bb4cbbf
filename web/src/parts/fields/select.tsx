import { memo } from 'react';
import { ChevronDown, Check } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { nameWithInactive } from '../display/name-with-inactive.ts';
import { Popover } from '../controls/popover.tsx';
import { selectClass } from './select-class.ts';

export interface Option {
  id: string;
  text: string;
  /** A muted second line. */
  detail?: string;
  isDisabled?: boolean;
  /** An action below the options, such as creating a new one; typed text never selects it. */
  isOffer?: boolean;
}

/** A user or member as an option (UX-07). */
export function memberOption(person: { id: string; name: string; isActive: boolean }): Option {
  return { id: person.id, text: nameWithInactive(person.name, person.isActive) };
}

const itemClass =
  'min-h-item flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-base outline-none data-disabled:cursor-default data-disabled:text-ink-muted data-focused:bg-surface-pressed data-selected:font-medium';

/** `isBest`: Enter takes it unless the arrow keys focused another option. Memoized. */
export const OptionItem = memo((props: { option: Option; isBest?: boolean }) => {
  const { option } = props;
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.text}
      isDisabled={option.isDisabled ?? false}
      className={`${itemClass} ${props.isBest ? 'group-not-has-data-focused/list:bg-surface-pressed' : ''}`}
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.text}</span>
            {option.detail ? (
              <span className="block truncate text-xs font-normal text-ink-muted">{option.detail}</span>
            ) : null}
          </span>
          {isSelected ? <Check aria-hidden className="size-4 shrink-0" /> : null}
        </>
      )}
    </ListBoxItem>
  );
});

export interface SelectProps extends FieldProps {
  options: readonly Option[];
  value: string | null;
  onChange: (id: string | null) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** Smaller text, for a box of fixed width. */
  compact?: boolean;
}

/** A select for a short list. For long or searched lists use `ComboBox`. */
export function Select(props: SelectProps) {
  const { options, value, onChange } = props;
  return (
    <AriaSelect
      {...ariaField(props)}
      isDisabled={(props.isDisabled ?? false) || (props.isReadOnly ?? false)}
      placeholder={props.placeholder ?? 'Select'}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      {...(props.onBlur && { onBlur: props.onBlur })}
    >
      <FieldLabel {...props} />
      <Button className={selectClass.button(props.compact)}>
        <SelectValue className={selectClass.value(props.compact)}>
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden className={selectClass.arrow} />
      </Button>
      <FieldHint {...props} />
      <Popover>
        <ListBox items={options} className="max-h-80 overflow-auto p-1 outline-none">
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
