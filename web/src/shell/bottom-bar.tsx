import { Banknote, FileText, Inbox, Menu as MenuIcon, Receipt } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import type { SectionLink } from './section-link.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  invoices: Receipt,
  payments: Banknote,
  approvals: Inbox,
};

const itemClass =
  'relative flex min-h-14 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-muted outline-offset-[-4px] aria-[current=page]:text-ink';

function Entry(props: { link: SectionLink }) {
  const { link } = props;
  const Icon = icons[link.id] ?? FileText;
  return (
    <Link href={link.href} aria-current={link.current ? 'page' : 'false'} className={itemClass}>
      <span className="relative">
        <Icon aria-hidden strokeWidth={link.current ? 2.25 : 1.75} className="size-5" />
        {link.count > 0 ? (
          <span className="figures absolute -top-1.5 left-3 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 text-[0.625rem] leading-none text-surface-raised">
            <span aria-hidden>{link.count > 99 ? '99+' : link.count}</span>
            <span className="sr-only">{`${link.count} waiting for you`}</span>
          </span>
        ) : null}
      </span>
      {link.short}
    </Link>
  );
}

/** The tabs within the thumb's reach, on a phone only. */
export function BottomBar(props: { links: readonly SectionLink[]; onMore: () => void }) {
  return (
    <nav
      aria-label="Sections"
      className="flex shrink-0 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] sm:hidden"
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
