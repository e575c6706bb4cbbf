import { memo } from 'react';
import type { ReactNode } from 'react';
import { Menu as MenuIcon } from 'lucide-react';
import { IconButton } from '../parts/controls/button.tsx';
import { TabLink } from '../parts/page/tab-link.tsx';
import { useHasShortTabs, useIsPhone } from '../parts/hooks/use-breakpoint.ts';
import { ManagementTab } from './management-tab.tsx';
import type { SectionLink, UserActions } from './nav-link.ts';
import { ShowPicker } from './show-picker.tsx';
import { UserMenu } from './user-menu.tsx';

function Tabs(props: { links: readonly SectionLink[] }) {
  const isShort = useHasShortTabs();
  const links = isShort ? props.links.map((link) => ({ ...link, text: link.short })) : props.links;
  const withAreas = links.filter(({ areas }) => areas.length > 0);
  const plain = links.filter(({ areas }) => areas.length === 0);
  return (
    <>
      <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line" />
      <nav aria-label="Main" className="flex h-full min-w-0 grow">
        {/* A scroll container clips its children, so the tab with a sub-menu is placed outside of it. */}
        <div className="flex h-full min-w-0 overflow-x-auto">
          {plain.map((link) => (
            <TabLink
              key={link.id}
              href={link.href}
              text={link.text}
              isCurrent={link.current}
              waiting={link.count}
              waitingText={link.countText}
            />
          ))}
        </div>
        {withAreas.map((link) => (
          <ManagementTab key={link.id} link={link} />
        ))}
      </nav>
    </>
  );
}

// Memoized because their menus are the most expensive part of the bar.
const Show = memo(ShowPicker);
const User = memo(UserMenu);

function Bar(props: {
  links: readonly SectionLink[];
  actions: UserActions;
  search: ReactNode;
  onDrawer: () => void;
}) {
  const phone = useIsPhone();
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface-raised pr-4 pl-3 max-sm:px-2">
      {phone ? (
        <IconButton label="Open menu" onPress={props.onDrawer}>
          <MenuIcon aria-hidden className="size-5" />
        </IconButton>
      ) : null}
      <Show />
      {phone ? null : <Tabs links={props.links} />}
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {props.search}
        <User actions={props.actions} />
      </div>
    </header>
  );
}

/** The top bar: the show at the left, the tabs, the user at the right. */
export const TopBar = memo(Bar);
