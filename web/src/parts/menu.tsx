import { Suspense, createContext, use, useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent, ReactNode, RefObject } from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import { later } from './later.tsx';
import type { PopoverProps } from './popover.tsx';

const MenuList = later(async () => (await import('./menu-list.tsx')).MenuList);

/** Where the focus begins: at the first or the last item, or on the list itself. */
type From = 'first' | 'last' | null;

export interface MenuListProps {
  label: string;
  children: ReactNode;
  placement: NonNullable<PopoverProps['placement']>;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  from: From;
}

/** Whether and how a menu is open; a mouse and a key open it as they go down, a finger as it is lifted. */
function useOpening(onOpenChange: ((isOpen: boolean) => void) | undefined) {
  const [opened, setOpened] = useState<{ isOpen: boolean; from: From } | null>(null);
  const isOpen = opened?.isOpen ?? false;
  const set = (open: boolean, from: From = null) => {
    setOpened({ isOpen: open, from });
    if (open !== isOpen) onOpenChange?.(open);
  };
  const press = (type: 'start' | 'end') => (event: { pointerType: string }) => {
    if ((event.pointerType === 'touch') !== (type === 'end')) return;
    const byPointer =
      event.pointerType === 'mouse' || event.pointerType === 'pen' || event.pointerType === 'touch';
    set(!isOpen, byPointer ? null : 'first');
  };
  return {
    wasOpen: opened !== null,
    isOpen,
    from: opened?.from ?? null,
    set,
    trigger: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onPressStart: press('start'),
      onPress: press('end'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        set(true, event.key === 'ArrowDown' ? 'first' : 'last');
      },
    } as const,
  };
}

/** A list of acts behind a button. `trigger` is a `Button` or `IconButton`. */
export function Menu(props: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  placement?: MenuListProps['placement'];
  onOpenChange?: (isOpen: boolean) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { trigger, wasOpen, isOpen, from, set } = useOpening(props.onOpenChange);
  return (
    <>
      <ButtonContext value={{ ...trigger, ref: button }}>{props.trigger}</ButtonContext>
      {wasOpen ? (
        <Suspense fallback={null}>
          <MenuList
            label={props.label}
            placement={props.placement ?? 'bottom end'}
            button={button}
            isOpen={isOpen}
            onOpenChange={set}
            from={from}
          >
            {props.children}
          </MenuList>
        </Suspense>
      ) : null}
    </>
  );
}

export interface MenuItemProps {
  id: string;
  children: ReactNode;
  icon?: ReactNode;
  onAction?: () => void;
  href?: string;
  /** Shown under the words when the act cannot be done now; it disables the item. */
  reason?: string | null;
  danger?: boolean;
  /** For menus that choose: marks what is chosen now. */
  chosen?: boolean;
  textValue?: string;
}

export interface MenuSectionProps {
  title: string;
  children: ReactNode;
}

/** What items are drawn with comes with the list that they stand in. */
export const MenuParts = createContext<{
  Item: ComponentType<MenuItemProps>;
  Section: ComponentType<MenuSectionProps>;
  Line: ComponentType;
} | null>(null);

export function MenuItem(props: MenuItemProps) {
  const parts = use(MenuParts);
  return parts && <parts.Item {...props} />;
}

export function MenuSection(props: MenuSectionProps) {
  const parts = use(MenuParts);
  return parts && <parts.Section {...props} />;
}

export function MenuLine() {
  const parts = use(MenuParts);
  return parts && <parts.Line />;
}
