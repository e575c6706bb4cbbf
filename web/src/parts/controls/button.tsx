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

/** The classes of a button, for the few triggers that must be a different element. */
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
  /** Aligns the label of a quiet button with the edge of its container; the hover background extends beyond it. */
  flush?: 'left' | 'right';
  /** Why it cannot be pressed. Disables the button but keeps it focusable, so that the reason can be read. */
  reason?: string | null;
}

/** The library does not pass on that a button is busy. */
const busy: NonNullable<AriaButtonProps['render']> = (props) => <button {...props} aria-busy />;

/** A button with a reason only shows the reason when pressed; it keeps focus and hover. */
function useReason(props: ButtonProps): AriaButtonProps {
  const { look: _look, flush: _flush, children: _children, reason, isPending, onPress, ...rest } = props;
  if (!reason && !isPending) return { ...rest, ...(onPress && { onPress }) };
  const { type: _type, onPressStart: _start, onPressEnd: _end, ...quiet } = rest;
  // The library's own pending state announces a spinner that may already be gone, so it is not used.
  return { ...quiet, 'aria-disabled': true, ...(isPending && { render: busy }) };
}

/** Keeps the button's width while it is pending, so that nothing around it moves. */
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

/** The standard button. `primary` is for the most important action of a screen. */
export function Button(props: ButtonProps) {
  const { look = 'plain', flush, children, reason } = props;
  const rest = useReason(props);
  // The element is the same with and without a reason, so that a changing reason does not lose the focus.
  return (
    <PressTooltip text={reason ?? null}>
      {(show) => (
        <AriaButton
          {...rest}
          {...(reason && { onPress: show })}
          className={buttonClass(look, flush && flushed[flush])}
        >
          {props.isPending ? <Pending>{children}</Pending> : children}
        </AriaButton>
      )}
    </PressTooltip>
  );
}

/** A button with only an icon; its label is read aloud and shown on hover. */
export function IconButton(props: Omit<ButtonProps, 'aria-label'> & { label: string }) {
  const { look = 'quiet', children, label, reason } = props;
  const { label: _label, ...others } = props;
  const rest = useReason(others);
  return (
    <PressTooltip text={reason ?? label}>
      {(show) => (
        <AriaButton
          {...rest}
          {...(reason && { onPress: show })}
          aria-label={label}
          className={buttonClass(look, 'size-control')}
        >
          {children}
        </AriaButton>
      )}
    </PressTooltip>
  );
}

export function ButtonLink(props: Omit<LinkProps, 'className' | 'style'> & { look?: ButtonLook }) {
  const { look = 'plain', ...rest } = props;
  return <AriaLink {...rest} className={buttonClass(look)} />;
}
