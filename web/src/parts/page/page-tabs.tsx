import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import type { LinkProps } from 'react-aria-components/Link';
import { Badge } from '../display/badge.tsx';
import { scrollTabIntoView } from './scroll-tab-into-view.ts';
import { tabClass } from './tab-link.tsx';

export interface PageTab {
  id: string;
  text: string;
  /** For a phone without space for the text. */
  short?: string;
  href: string;
  /** Count next to the text. */
  waiting?: number;
}

/** The tab that a key moves to from the tab at `from`. Undefined for any other key. */
function targetOf(key: string, from: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (from + 1) % count,
    ArrowLeft: (from - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

const moveFocus: NonNullable<LinkProps['onKeyDown']> = (event) => {
  const { key } = event;
  const tab: Element = event.currentTarget;
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const to = targetOf(
    key,
    tabs.findIndex((each) => each === tab),
    tabs.length,
  );
  if (to === undefined) return event.continuePropagation();
  event.preventDefault();
  return tabs[to]?.focus();
};

/**
 * Tabs of a page, each with its own address, and the panel of the selected one. Arrow keys move, Enter opens; on a
 * phone they scroll, with the selected one in view. Links with the roles of tabs: the library's tabs would make its
 * collections a part of every first screen.
 */
export function PageTabs(props: {
  label: string;
  tabs: readonly PageTab[];
  selected: string;
  children: ReactNode;
}) {
  const { label, tabs, selected } = props;
  const page = useId();
  return (
    <>
      <div className="gutter print:hidden">
        <div className="border-b border-line">
          <div
            role="tablist"
            aria-label={label}
            className="touch:h-11 relative -mx-3 -mb-px flex h-10 overflow-x-auto [scrollbar-width:none] max-md:-mx-2"
          >
            {tabs.map(({ id, text, short, href, waiting = 0 }) => {
              const isSelected = id === selected;
              return (
                <Link
                  key={id}
                  ref={isSelected ? scrollTabIntoView : null}
                  href={href}
                  onKeyDown={moveFocus}
                  className={tabClass}
                  render={({ children, ...link }) => (
                    <a
                      {...(link as ComponentProps<'a'>)}
                      id={`${page}${id}`}
                      role="tab"
                      aria-selected={isSelected}
                      aria-controls={isSelected ? `${page}panel` : undefined}
                      data-selected={isSelected || undefined}
                      tabIndex={isSelected ? 0 : -1}
                    >
                      {children}
                    </a>
                  )}
                >
                  {short === undefined ? (
                    text
                  ) : (
                    <>
                      <span className="max-sm:sr-only">{text}</span>
                      <span aria-hidden className="sm:hidden">
                        {short}
                      </span>
                    </>
                  )}
                  <Badge count={waiting} label={`${waiting} waiting for you`} />
                </Link>
              );
            })}
          </div>
        </div>
      </div>
      <div role="tabpanel" id={`${page}panel`} aria-labelledby={`${page}${selected}`}>
        {props.children}
      </div>
    </>
  );
}
