import type { ReactNode } from 'react';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import type { PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover';

export type PopoverProps = Omit<AriaPopoverProps, 'className' | 'style' | 'children'> & {
  children: ReactNode;
};

/** A floating layer next to its trigger: menus, lists, calendars. */
export function Popover(props: PopoverProps) {
  return (
    <AriaPopover
      offset={4}
      {...props}
      className="floating fade z-40 max-w-[calc(100vw-16px)] min-w-(--trigger-width) outline-none [--appear-from:-0.25rem]"
    />
  );
}

/** A popover with its own controls, such as filters: a dialog that takes the focus and returns it. */
export function PopoverPanel(props: PopoverProps & { label: string }) {
  const { label, children, ...rest } = props;
  return (
    <Popover {...rest} aria-label={label}>
      <div className="flex max-h-[inherit] flex-col p-4">{children}</div>
    </Popover>
  );
}
