import type { ReactNode } from 'react';
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { Badge } from './chip.tsx';

export interface TabItem {
  id: string;
  text: string;
  count?: number;
  panel: ReactNode;
}

/** Tabs inside a screen; the tabs of the bar are links and belong to the shell. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <AriaTabs selectedKey={props.value} onSelectionChange={(key) => props.onChange(String(key))}>
      <TabList aria-label={props.label} className="flex gap-4 overflow-x-auto border-b border-line">
        {props.items.map((item) => (
          <AriaTab
            key={item.id}
            id={item.id}
            className="touch:min-h-11 -mb-px flex cursor-pointer items-center gap-1.5 border-b-2 border-transparent pt-2 pb-1.5 text-base whitespace-nowrap text-ink-muted outline-offset-[-2px] data-hovered:text-ink data-selected:border-ink data-selected:font-medium data-selected:text-ink"
          >
            {item.text}
            {item.count === undefined ? null : <Badge count={item.count} label={`${item.count}`} />}
          </AriaTab>
        ))}
      </TabList>
      {props.items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="pt-4 outline-offset-2">
          {item.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
