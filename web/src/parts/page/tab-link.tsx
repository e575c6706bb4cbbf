import { Link } from 'react-aria-components/Link';
import { Badge } from '../display/badge.tsx';

/** The style of a tab, in the top bar and within a page. */
export const tabClass =
  'relative flex h-full shrink-0 cursor-pointer items-center gap-1.5 px-3 text-base font-medium whitespace-nowrap text-ink-muted outline-offset-[-4px] after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-ink data-hovered:text-ink data-selected:text-ink data-selected:after:bg-ink max-md:px-2 max-md:after:inset-x-2';

/** A tab with its own page, in the top bar. `waiting` is a count next to it. */
export function TabLink(props: {
  href: string;
  text: string;
  isCurrent: boolean;
  waiting?: number;
  /** The count for screen readers. */
  waitingText?: string;
}) {
  const { waiting = 0 } = props;
  return (
    <Link href={props.href} aria-current={props.isCurrent ? 'page' : 'false'} className={tabClass}>
      {props.text}
      <Badge count={waiting} label={props.waitingText ?? `${waiting} waiting for you`} />
    </Link>
  );
}
