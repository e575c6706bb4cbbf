import { Menu as MenuIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { NavIcon } from './nav-icon.tsx';
import type { SectionLink } from './nav-link.ts';

const itemClass =
  'relative flex min-h-14 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-muted outline-offset-[-4px] aria-[current=page]:text-ink';

function Entry(props: { link: SectionLink }) {
  const { link } = props;
  return (
    <Link href={link.href} aria-current={link.current ? 'page' : 'false'} className={itemClass}>
      <span className="relative">
        <NavIcon id={link.id} isBold={link.current} />
        {link.count > 0 ? (
          <span className="figures absolute -top-1.5 left-3 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 text-[0.625rem] leading-none text-surface-raised">
            <span aria-hidden>{link.count > 99 ? '99+' : link.count}</span>
            <span className="sr-only">{link.countText}</span>
          </span>
        ) : null}
      </span>
      {link.short}
    </Link>
  );
}

export function BottomBar(props: { links: readonly SectionLink[]; onMore: () => void }) {
  return (
    <nav
      aria-label="Sections"
      className="flex shrink-0 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)]"
    >
      {props.links.map((link) => (
        <Entry key={link.id} link={link} />
      ))}
      <Button onPress={props.onMore} className={itemClass}>
        <MenuIcon aria-hidden strokeWidth={1.75} className="size-5" />
        More
      </Button>
    </nav>
  );
}
