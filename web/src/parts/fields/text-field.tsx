import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { Search, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  maxLength?: number;
  autoComplete?: string;
  startsFocused?: boolean;
  /** Shown inside the box, before the text. */
  prefix?: ReactNode;
}

function controls(props: TextFieldProps) {
  return {
    ...ariaField(props),
    isReadOnly: props.isReadOnly ?? false,
    value: props.value,
    onChange: props.onChange,
    ...(props.onBlur && { onBlur: props.onBlur }),
    ...(props.type && { type: props.type }),
    ...(props.maxLength !== undefined && { maxLength: props.maxLength }),
    ...(props.autoComplete !== undefined && { autoComplete: props.autoComplete }),
    ...(props.startsFocused && { autoFocus: true }),
  };
}

export function TextField(props: TextFieldProps) {
  return (
    <AriaTextField {...controls(props)}>
      <FieldLabel {...props} />
      <Group className="field-box h-control flex items-center">
        {props.prefix ? <span className="pl-2.5 text-ink-muted">{props.prefix}</span> : null}
        <Input
          placeholder={props.placeholder ?? ''}
          className="text-field h-full w-full min-w-0 rounded-md bg-transparent px-2.5 outline-none"
        />
      </Group>
      <FieldHint {...props} />
    </AriaTextField>
  );
}

export interface TextAreaProps extends TextFieldProps {
  minRows?: number;
  maxRows?: number;
  /** Maximum length: longer text is cut, and `n/limit` is shown. */
  limit?: number;
}

/** The height of this number of lines in px. */
function heightOf(lines: number, area: HTMLTextAreaElement): number {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
  const frame = area.offsetHeight - area.clientHeight;
  return lines * parseFloat(lineHeight) + parseFloat(paddingTop) + parseFloat(paddingBottom) + frame;
}

/** A text area that grows with its text from `minRows` to `maxRows` (NO-10). */
export function TextArea(props: TextAreaProps) {
  const { minRows = 2, maxRows = 10, limit, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    const frame = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(element.scrollHeight + frame, heightOf(maxRows, element))}px`;
  });
  const cut = (value: string) => onChange(limit === undefined ? value : value.slice(0, limit));
  const count =
    limit === undefined ? null : (
      <span className="figures text-xs text-ink-muted">{`${props.value.length}/${limit}`}</span>
    );
  return (
    <AriaTextField {...controls({ ...props, onChange: cut })}>
      <FieldLabel {...props} aside={count} />
      <AriaTextArea
        ref={area}
        rows={minRows}
        placeholder={props.placeholder ?? ''}
        className="field-box text-field w-full resize-none px-2.5 py-1.5"
      />
      <FieldHint {...props} />
    </AriaTextField>
  );
}

/** A search box; Escape or the cross clears it. */
export function SearchField({
  inputRef,
  ...props
}: Omit<TextFieldProps, 'prefix'> & { inputRef?: Ref<HTMLInputElement> }) {
  return (
    <AriaSearchField {...controls({ ...props, hideLabel: true })}>
      <Group className="field-box h-control flex items-center">
        <Search aria-hidden className="ml-2.5 size-4 shrink-0 text-ink-muted" />
        <Input
          ref={inputRef}
          placeholder={props.placeholder ?? ''}
          className="text-field h-full w-full min-w-0 bg-transparent px-2 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <Button className="mr-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-muted group-data-empty:hidden data-hovered:bg-surface-pressed touch:size-11">
          <X aria-hidden className="size-3.5" />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
