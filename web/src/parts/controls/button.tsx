import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link as AriaLink } from 'react-aria-components/Link';
import type { LinkProps } from 'react-aria-components/Link';
import { Spinner } from './spinner.tsx';
import { PressTooltip } from './tooltip.tsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const base =
  'inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.5 rounded-md text-base font-medium whitespace-nowrap transition-[opacity,transform] duration-[120ms] active:not-aria-disabled:scale-[0.985] disabled:cursor-default disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 print:hidden';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-accent-ink data-hovered:bg-accent-strong',
  plain:
    'border border-line-strong bg-surface-raised text-ink data-hovered:bg-surface-hover data-pressed:bg-surface-pressed',
  quiet: 'text-ink data-hovered:bg-surface-pressed data-pressed:bg-surface-pressed',
  danger:
    'border border-line-strong bg-surface-raised text-negative data-hovered:bg-negative-soft data-pressed:bg-negative-soft',
};

const flushed = { left: 'h-control px-3 -ml-3', right: 'h-control px-3 -mr-3' } as const;

/** The classes of a button, for the few triggers that must be another element. */
export function buttonClass(look: ButtonLook, more = 'h-control px-3'): string {
  return `${base} ${looks[look]} ${more}`;
}

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'isDisabled'
> {
  look?: ButtonLook;
  children: ReactNode;
  isDisabled?: boolean;
  /** A quiet one at the edge of what it belongs to: its words stand on that edge, what shows under the pointer goes beyond. */
  flush?: 'left' | 'right';
  /** Why it cannot be pressed. It disables the button, which stays reachable so that the reason can be read. */
  reason?: string | null;
}

/** The library passes on what it knows of a button, and that it is busy is not among it. */
const busy: NonNullable<AriaButtonProps['render']> = (props) => <button {...props} aria-busy />;

/** Presses of a button with a reason do nothing but show it; focus and hover still find it. */
function useReason(props: ButtonProps): AriaButtonProps {
  const { look: _look, flush: _flush, children: _children, reason, isPending, onPress, ...rest } = props;
  if (!reason && !isPending) return { ...rest, ...(onPress && { onPress }) };
  const { type: _type, onPressStart: _start, onPressEnd: _end, ...quiet } = rest;
  // Not the library's own pending state: what it has read aloud refers to a spinner that may be gone by then.
  return { ...quiet, 'aria-disabled': true, ...(isPending && { render: busy }) };
}

/** The button keeps its width while it waits: nothing beside it moves, and on a phone nothing leaves the row. */
function Pending(props: { children: ReactNode }) {
  return (
    <span className="relative grid place-items-center">
      <span className="inline-flex items-center gap-1.5 opacity-0">{props.children}</span>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner small />
      </span>
    </span>
  );
}

/** The one button. `primary` is for the one act of a screen that matters most. */
export function Button(props: ButtonProps) {
  const { look = 'plain', flush, children, reason } = props;
  const rest = useReason(props);
  // The same element with and without a reason: one that comes or goes must not take the focus with it.
  return (
    <PressTooltip text={reason ?? null}>
      {(tell) => (
        <AriaButton
          {...rest}
          {...(reason && { onPress: tell })}
          className={buttonClass(look, flush && flushed[flush])}
        >
          {props.isPending ? <Pending>{children}</Pending> : children}
        </AriaButton>
      )}
    </PressTooltip>
  );
}

/** A button that is only a picture; its name is read aloud and shown on hover. */
export function IconButton(props: Omit<ButtonProps, 'aria-label'> & { label: string }) {
  const { look = 'quiet', children, label, reason } = props;
  const { label: _label, ...others } = props;
  const rest = useReason(others);
  return (
    <PressTooltip text={reason ?? label}>
      {(tell) => (
        <AriaButton
          {...rest}
          {...(reason && { onPress: tell })}
          aria-label={label}
          className={buttonClass(look, 'size-control')}
        >
          {children}
        </AriaButton>
      )}
    </PressTooltip>
  );
}

/** A link that looks like a button: it goes somewhere instead of doing something. */
export function ButtonLink(props: Omit<LinkProps, 'className' | 'style'> & { look?: ButtonLook }) {
  const { look = 'plain', ...rest } = props;
  return <AriaLink {...rest} className={buttonClass(look)} />;
}
