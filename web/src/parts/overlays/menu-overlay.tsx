import type { ReactNode, RefObject } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from 'react-aria-components/Menu';
import { Header } from 'react-aria-components/Header';
import { Separator } from 'react-aria-components/Separator';
import { Check } from 'lucide-react';
import { Popover } from '../controls/popover.tsx';
import type { PopoverProps } from '../controls/popover.tsx';
import type { OverlayFocus } from './opening-props.ts';

export interface MenuProps {
  label: string;
  children: ReactNode;
  placement?: PopoverProps['placement'];
  /** Makes it a menu of checkmarks that stays open: the ids of the checked items. */
  selected?: readonly string[];
  /** Called with the id of a checked or unchecked item. */
  onSelect?: (id: string) => void;
}

/** The items of an open menu. */
export function MenuOverlay(
  props: MenuProps & {
    trigger: RefObject<HTMLElement | null>;
    triggerId: string;
    id: string;
    isOpen: boolean;
    onOpenChange: (isOpen: boolean) => void;
    autoFocus: OverlayFocus;
  },
) {
  const { selected, triggerId, onOpenChange } = props;
  const checkmarks = selected && {
    selectionMode: 'multiple' as const,
    selectedKeys: selected,
    shouldCloseOnSelect: false,
    onSelectionChange: (keys: 'all' | Iterable<unknown>) => {
      const now = new Set(keys === 'all' ? [] : [...keys].map(String));
      const changed = [...now].find((id) => !selected.includes(id)) ?? selected.find((id) => !now.has(id));
      if (changed !== undefined) props.onSelect?.(changed);
    },
  };
  return (
    <Popover
      trigger="MenuTrigger"
      triggerRef={props.trigger}
      aria-labelledby={triggerId}
      placement={props.placement ?? 'bottom end'}
      isOpen={props.isOpen}
      onOpenChange={onOpenChange}
    >
      <AriaMenu
        id={props.id}
        aria-label={props.label}
        aria-labelledby={triggerId}
        autoFocus={props.autoFocus}
        onClose={() => onOpenChange(false)}
        {...checkmarks}
        className="max-h-[70vh] min-w-52 overflow-auto p-1 outline-none"
      >
        {props.children}
      </AriaMenu>
    </Popover>
  );
}

export interface MenuItemProps {
  id: string;
  children: ReactNode;
  icon?: ReactNode;
  onAction?: () => void;
  href?: string;
  /** Why the item is disabled, shown below its text. */
  reason?: string | null;
  danger?: boolean;
  /** Marks the current choice. */
  chosen?: boolean;
  textValue?: string;
}

export function MenuItem(props: MenuItemProps) {
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
      {({ isSelected }) => (
        <>
          {props.icon ? <span className="grid size-4 shrink-0 place-items-center">{props.icon}</span> : null}
          <span className="min-w-0 flex-1">
            {props.children}
            {reason ? <span className="block max-w-64 text-xs text-ink-muted">{reason}</span> : null}
          </span>
          {/* A checked item is announced by its role. */}
          {isSelected ? <Check aria-hidden className="size-4 shrink-0" /> : null}
          {props.chosen ? <Check aria-label="selected" className="size-4 shrink-0" /> : null}
        </>
      )}
    </AriaMenuItem>
  );
}

export interface MenuSectionProps {
  title: string;
  children: ReactNode;
}

export function MenuSection(props: MenuSectionProps) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-2 pb-1 text-xs font-medium text-ink-muted">{props.title}</Header>
      {props.children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="mx-1 my-1 h-px border-0 bg-line" />;
}
