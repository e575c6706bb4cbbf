import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
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

/**
 * Tabs of a page, each with its own address, and the panel of the selected one. Arrow keys move, Enter opens; on a
 * phone they scroll, with the selected one in view.
 */
export function PageTabs(props: {
  label: string;
  tabs: readonly PageTab[];
  selected: string;
  children: ReactNode;
}) {
  const { label, tabs, selected } = props;
  return (
    <Tabs selectedKey={selected} keyboardActivation="manual" className="contents">
      <div className="gutter print:hidden">
        <div className="border-b border-line">
          <TabList
            aria-label={label}
            className="touch:h-11 relative -mx-3 -mb-px flex h-10 overflow-x-auto [scrollbar-width:none] max-md:-mx-2"
          >
            {tabs.map(({ id, text, short, href, waiting = 0 }) => (
              <Tab
                key={id}
                id={id}
                ref={id === selected ? scrollTabIntoView : null}
                href={href}
                className={tabClass}
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
              </Tab>
            ))}
          </TabList>
        </div>
      </div>
      <TabPanel id={selected} className="outline-none">
        {props.children}
      </TabPanel>
    </Tabs>
  );
}
