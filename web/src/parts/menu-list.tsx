import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from 'react-aria-components/Menu';
import { Header } from 'react-aria-components/Header';
import { Separator } from 'react-aria-components/Separator';
import { Check } from 'lucide-react';
import { MenuParts } from './menu.tsx';
import type { MenuItemProps, MenuListProps, MenuSectionProps } from './menu.tsx';
import { Popover } from './popover.tsx';

function Item(props: MenuItemProps) {
  const { id, onAction, href, reason } = props;
  const text = props.textValue ?? (typeof props.children === 'string' ? props.children : undefined);
  return (
    <AriaMenuItem
      id={id}
      isDisabled={Boolean(reason)}
      {...(text !== undefined && { textValue: text })}
      {...(onAction && { onAction })}
      {...(href !== undefined && { href })}
      className={`min-h-item flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-base outline-none data-disabled:cursor-default data-disabled:text-ink-muted data-focused:bg-surface-pressed ${props.danger ? 'text-negative' : ''}`}
    >
      {props.icon ? <span className="grid size-4 shrink-0 place-items-center">{props.icon}</span> : null}
      <span className="min-w-0 flex-1">
        {props.children}
        {reason ? <span className="block max-w-64 text-xs text-ink-muted">{reason}</span> : null}
      </span>
      {props.chosen ? <Check aria-label="selected" className="size-4 shrink-0" /> : null}
    </AriaMenuItem>
  );
}

function Section(props: MenuSectionProps) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-2 pb-1 text-xs font-medium text-ink-muted">{props.title}</Header>
      {props.children}
    </AriaMenuSection>
  );
}

function Line() {
  return <Separator className="mx-1 my-1 h-px border-0 bg-line" />;
}

const parts = { Item, Section, Line };

/** What a menu shows once it is open. */
export function MenuList(props: MenuListProps) {
  const { button, isOpen, onOpenChange } = props;
  return (
    <Popover
      trigger="MenuTrigger"
      aria-label={props.label}
      triggerRef={button}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={props.placement}
    >
      <MenuParts value={parts}>
        <AriaMenu
          aria-label={props.label}
          autoFocus={props.from ?? true}
          onClose={() => onOpenChange(false)}
          className="max-h-[70vh] min-w-52 overflow-auto p-1 outline-none"
        >
          {props.children}
        </AriaMenu>
      </MenuParts>
    </Popover>
  );
}
