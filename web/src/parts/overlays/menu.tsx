import { useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import { lazyPart } from '../hooks/lazy-part.tsx';
import { LazyOverlay } from './lazy-overlay.tsx';
import type * as MenuCode from './menu-overlay.tsx';
import { openingProps } from './opening-props.ts';
import type { OverlayFocus } from './opening-props.ts';

/** The code of open menus, which loads after the first screen. */
let code: typeof MenuCode | null = null;
const MenuOverlay = lazyPart(async () => {
  code = await import('./menu-overlay.tsx');
  return code.MenuOverlay;
});

// Items render only in an open menu, which has its code.
export const MenuItem = (props: MenuCode.MenuItemProps) => code && <code.MenuItem {...props} />;
export const MenuSection = (props: MenuCode.MenuSectionProps) => code && <code.MenuSection {...props} />;
export const MenuSeparator = () => code && <code.MenuSeparator />;

/** A menu behind a button. */
export function Menu(
  props: MenuCode.MenuProps & {
    /** A `Button` or `IconButton`. */
    trigger: ReactNode;
    onOpenChange?: (isOpen: boolean) => void;
  },
) {
  const { trigger, onOpenChange, ...overlay } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [autoFocus, setAutoFocus] = useState<OverlayFocus>(true);
  const [triggerId, menuId] = [useId(), useId()];
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const opening = openingProps((focus) => {
    setAutoFocus(focus);
    change(true);
  });
  const buttonProps: ComponentProps<typeof ButtonContext>['value'] = {
    ...opening,
    ref: button,
    id: triggerId,
    isPressed: isOpen,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': menuId }),
  };
  return (
    <>
      <ButtonContext value={buttonProps}>{trigger}</ButtonContext>
      <LazyOverlay isOpen={isOpen} onClose={() => change(false)}>
        <MenuOverlay
          {...overlay}
          {...{ triggerId, isOpen, autoFocus }}
          id={menuId}
          trigger={button}
          onOpenChange={change}
        />
      </LazyOverlay>
    </>
  );
}
