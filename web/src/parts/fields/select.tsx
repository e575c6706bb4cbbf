import { memo } from 'react';
import { ChevronDown, Check } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { FieldFoot, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { nameWithInactive } from '../display/name-with-inactive.ts';
import { Popover } from '../controls/popover.tsx';

export interface Option {
  id: string;
  text: string;
  /** A second, quieter line. */
  detail?: string;
  isDisabled?: boolean;
  /** Something to do instead of choosing, below what is found: no text means it. */
  isOffer?: boolean;
}

/** UX-07: how people stand in pickers. */
export function memberOption(person: { id: string; name: string; isActive: boolean }): Option {
  return { id: person.id, text: nameWithInactive(person.name, person.isActive) };
}

const itemClass =
  'min-h-item flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-base outline-none data-disabled:cursor-default data-disabled:text-ink-muted data-focused:bg-surface-pressed data-selected:font-medium';

/** `isBest`: Enter takes it for as long as the arrows have not gone to another. One that stays is not drawn anew. */
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
  /** Smaller type, for a box whose width is given. */
  compact?: boolean;
}

/** One of a short list. For long or searched lists use `ComboBox`. */
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
      <Button
        className={`field-box h-control flex w-full cursor-pointer items-center pl-2.5 text-left group-data-invalid:border-negative ${props.compact ? 'gap-1 pr-1.5' : 'gap-2 pr-2'}`}
      >
        <SelectValue
          className={`${props.compact ? 'text-sm' : 'text-field'} min-w-0 flex-1 truncate data-placeholder:text-ink-muted`}
        >
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </Button>
      <FieldFoot {...props} />
      <Popover>
        <ListBox items={options} className="max-h-80 overflow-auto p-1 outline-none">
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
