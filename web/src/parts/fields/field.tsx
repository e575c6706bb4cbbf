import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';

/** The props of every field. `error` is shown at the field and linked to it (DEC-80). */
export interface FieldProps {
  label: string;
  /** The label is read aloud but not shown: table cells, search boxes. */
  hideLabel?: boolean;
  hint?: string;
  error?: string | null;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  name?: string;
  className?: string;
}

/** The props that react-aria's fields share with ours. */
export function ariaField(props: FieldProps) {
  return {
    isInvalid: Boolean(props.error),
    isDisabled: props.isDisabled ?? false,
    isRequired: props.isRequired ?? false,
    validationBehavior: 'aria' as const,
    // The focus ring is drawn by the box inside.
    className: `group flex min-w-0 flex-col gap-1 outline-none ${props.className ?? ''}`,
    ...(props.hideLabel && { 'aria-label': props.label }),
    ...(props.name !== undefined && { name: props.name }),
  };
}

export function FieldLabel(props: FieldProps & { aside?: ReactNode }) {
  if (props.hideLabel) return null;
  return (
    <div className="flex items-baseline justify-between gap-2">
      <Label className="text-sm font-medium text-ink">
        {props.label}
        {props.isRequired ? (
          <span aria-hidden className="text-negative">
            {' *'}
          </span>
        ) : null}
      </Label>
      {props.aside}
    </div>
  );
}

export function FieldHint(props: FieldProps) {
  return (
    <>
      {props.hint && !props.error ? (
        <Text slot="description" className="text-xs text-ink-muted">
          {props.hint}
        </Text>
      ) : null}
      <FieldError className="text-xs text-negative">{props.error}</FieldError>
    </>
  );
}
