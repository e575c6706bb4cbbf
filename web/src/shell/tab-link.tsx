import { Link } from 'react-aria-components/Link';
import { Badge } from '../parts/chip.tsx';
import type { SectionLink } from './section-link.ts';

/** A tab of the bar (SH-38). */
export function TabLink(props: { link: SectionLink }) {
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
