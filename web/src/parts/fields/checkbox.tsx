import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Check, Minus } from 'lucide-react';
import { Checkbox as AriaCheckbox, CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import { Text } from 'react-aria-components/Text';
import { TooltipArea } from '../controls/tooltip.tsx';

export interface ToggleProps {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  isSelected: boolean;
  onChange: (on: boolean) => void;
  isDisabled?: boolean;
}

function Box(state: { isSelected: boolean; isIndeterminate: boolean }) {
  return (
    <span className="grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface-raised text-surface-raised group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-indeterminate:border-ink group-data-indeterminate:bg-ink group-data-selected:border-ink group-data-selected:bg-ink touch:size-5">
      {state.isIndeterminate ? (
        <Minus aria-hidden strokeWidth={3} className="size-3" />
      ) : state.isSelected ? (
        <Check aria-hidden strokeWidth={3} className="size-3" />
      ) : null}
    </span>
  );
}

/** The checkbox of a row, as large as its cell, so that a press next to the box does not open the row. */
export function SelectionCheckbox(props: {
  label: string;
  isSelected: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  onChange: () => void;
}) {
  const { label, ...box } = props;
  return (
    <AriaCheckbox
      slot={null}
      aria-label={label}
      {...box}
      className="group grid h-full min-h-10 w-full min-w-11 cursor-pointer place-items-center data-disabled:cursor-default data-disabled:opacity-50"
    >
      {Box}
    </AriaCheckbox>
  );
}

export function Checkbox(props: ToggleProps & { isIndeterminate?: boolean }) {
  return (
    <CheckboxField
      isSelected={props.isSelected}
      isIndeterminate={props.isIndeterminate ?? false}
      isDisabled={props.isDisabled ?? false}
      onChange={props.onChange}
      {...(props.hideLabel && { 'aria-label': props.label })}
      className="flex min-w-0 flex-col"
    >
      <CheckboxButton className="group touch:min-h-11 flex cursor-pointer items-center gap-2 data-disabled:cursor-default data-disabled:opacity-60">
        {(state) => (
          <>
            <Box {...state} />
            {props.hideLabel ? null : <span className="min-w-0 wrap-break-word">{props.label}</span>}
          </>
        )}
      </CheckboxButton>
      {props.hint ? (
        <Text slot="description" className="pl-6 text-xs text-pretty text-ink-muted touch:pl-7">
          {props.hint}
        </Text>
      ) : null}
    </CheckboxField>
  );
}

function WithReason(props: { reason: string | null | undefined; children: ReactNode }) {
  return props.reason ? <TooltipArea text={props.reason}>{props.children}</TooltipArea> : props.children;
}

/** A switch that applies at once. A `reason` disables it, keeps it focusable and is shown as a tooltip (SE-27). */
export function Switch(props: ToggleProps & { reason?: string | null }) {
  const hasReason = Boolean(props.reason);
  const isOff = hasReason || props.isDisabled;
  const input = useRef<HTMLInputElement>(null);
  // The library has only an unfocusable disabled switch and a read-only one that is not announced as disabled.
  useEffect(() => {
    if (hasReason) input.current?.setAttribute('aria-disabled', 'true');
    else input.current?.removeAttribute('aria-disabled');
  }, [hasReason]);
  return (
    <SwitchField
      inputRef={input}
      isSelected={props.isSelected}
      isReadOnly={hasReason}
      isDisabled={props.isDisabled ?? false}
      onChange={props.onChange}
      className="flex min-w-0 flex-col"
    >
      <WithReason reason={props.reason}>
        <SwitchButton
          className={`group touch:min-h-11 flex min-h-9 items-center justify-between gap-4 ${isOff ? 'cursor-not-allowed' : 'cursor-pointer'}`}
        >
          <span className={isOff ? 'text-ink-muted' : ''}>{props.label}</span>
          <span
            className={`flex h-5 w-9 shrink-0 rounded-full border border-line-strong bg-surface-sunken p-0.5 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-ink group-data-selected:bg-ink ${isOff ? 'opacity-50' : ''}`}
          >
            <span className="size-3.5 rounded-full bg-ink-muted transition-transform duration-[140ms] group-data-selected:translate-x-4 group-data-selected:bg-surface-raised" />
          </span>
        </SwitchButton>
      </WithReason>
      {props.hint ? (
        <Text slot="description" className="text-xs text-ink-muted">
          {props.hint}
        </Text>
      ) : null}
    </SwitchField>
  );
}
