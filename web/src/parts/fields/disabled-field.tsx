import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { FieldLabel } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './select.tsx';
import type { SelectProps } from './select.tsx';
import { PressTooltip } from '../controls/tooltip.tsx';

interface LockedFieldProps extends Pick<FieldProps, 'label' | 'isRequired' | 'error' | 'hint'> {
  /** What stands in the box. */
  text: string;
  /** Why it cannot be changed, as a tooltip on hover, focus and press (UX-08). */
  reason: string;
}

/** A field that cannot be changed just now. It stays reachable by keyboard, so that its reason can be read. */
export function LockedField(props: LockedFieldProps) {
  const { text, reason, error, hint } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div id={`${id}-label`}>
        <FieldLabel label={props.label} isRequired={props.isRequired ?? false} />
      </div>
      <PressTooltip text={reason}>
        {(tell) => (
          <Button
            aria-disabled
            aria-labelledby={`${id}-label ${id}-text`}
            {...(error && { 'aria-describedby': `${id}-error` })}
            onPress={tell}
            className={`h-control text-field block w-full cursor-not-allowed truncate rounded-md border bg-surface-sunken px-2.5 text-left text-ink-muted ${error ? 'border-negative' : 'border-line'}`}
          >
            <span id={`${id}-text`}>{text}</span>
          </Button>
        )}
      </PressTooltip>
      {error ? (
        <p id={`${id}-error`} className="text-xs text-negative">
          {error}
        </p>
      ) : null}
      {hint && !error ? <p className="text-xs text-ink-muted">{hint}</p> : null}
    </div>
  );
}

/** A `Select`, or the same field closed for a reason. */
export function ReasonedSelect(props: SelectProps & { reason: string | null }) {
  const { reason, ...select } = props;
  if (reason === null) return <Select {...select} />;
  const chosen = props.options.find(({ id }) => id === props.value);
  return (
    <LockedField
      label={props.label}
      isRequired={props.isRequired ?? false}
      error={props.error ?? null}
      {...(props.hint !== undefined && { hint: props.hint })}
      text={chosen?.text ?? props.placeholder ?? '—'}
      reason={reason}
    />
  );
}
