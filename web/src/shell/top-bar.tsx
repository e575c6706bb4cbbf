import { Menu as MenuIcon } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { IconButton } from '../parts/button.tsx';
import { Badge } from '../parts/chip.tsx';
import type { SectionLink, UserActs } from './section-link.ts';
import { ShowPicker } from './show-picker.tsx';
import { UserMenu } from './user-menu.tsx';

function TabLink(props: { link: SectionLink }) {
  const { link } = props;
  return (
    <Link
      href={link.href}
      aria-current={link.current ? 'page' : 'false'}
      className="relative flex h-full cursor-pointer items-center gap-1.5 px-3 text-base font-medium whitespace-nowrap text-ink-muted outline-offset-[-4px] after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-ink data-hovered:text-ink"
    >
      {link.text}
      <Badge count={link.count} label={`${link.count} waiting for you`} />
    </Link>
  );
}

/** The one bar: the show at the left, the tabs, the user at the right. */
export function TopBar(props: { links: readonly SectionLink[]; acts: UserActs; onDrawer: () => void }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface-raised pr-4 pl-3 max-sm:h-14 max-sm:px-2">
      <div className="sm:hidden">
        <IconButton label="Open menu" onPress={props.onDrawer}>
          <MenuIcon aria-hidden className="size-5" />
        </IconButton>
      </div>
      <ShowPicker />
      <span aria-hidden className="mx-1 h-5 w-px bg-line max-sm:hidden" />
      <nav aria-label="Main" className="flex h-full min-w-0 flex-1 overflow-x-auto max-sm:hidden">
        {props.links.map((link) => (
          <TabLink key={link.id} link={link} />
        ))}
      </nav>
      <div className="ml-auto">
        <UserMenu acts={props.acts} />
      </div>
    </header>
  );
}
