import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { FieldLabel } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './select.tsx';
import type { SelectProps } from './select.tsx';
import { PressTooltip } from '../controls/tooltip.tsx';

interface DisabledFieldProps extends Pick<FieldProps, 'label' | 'isRequired' | 'error' | 'hint'> {
  text: string;
  /** Why it cannot be changed, as a tooltip on hover, focus and press (UX-08). */
  reason: string;
}

/** A disabled field that stays focusable, so that its reason can be read. */
export function DisabledField(props: DisabledFieldProps) {
  const { text, reason, error, hint } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div id={`${id}-label`}>
        <FieldLabel label={props.label} isRequired={props.isRequired ?? false} />
      </div>
      <PressTooltip text={reason}>
        {(show) => (
          <Button
            aria-disabled
            aria-labelledby={`${id}-label ${id}-text`}
            {...(error && { 'aria-describedby': `${id}-error` })}
            onPress={show}
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

/** A `Select`, or a disabled field if there is a reason. */
export function SelectOrDisabled(props: SelectProps & { reason: string | null }) {
  const { reason, ...select } = props;
  if (reason === null) return <Select {...select} />;
  const chosen = props.options.find(({ id }) => id === props.value);
  return (
    <DisabledField
      label={props.label}
      isRequired={props.isRequired ?? false}
      error={props.error ?? null}
      {...(props.hint !== undefined && { hint: props.hint })}
      text={chosen?.text ?? props.placeholder ?? '—'}
      reason={reason}
    />
  );
}
