import type { RefObject } from 'react';
import { ListBox } from 'react-aria-components/ListBox';
import { Select } from 'react-aria-components/Select';
import { Popover } from '../controls/popover.tsx';
import { OptionItem } from './select.tsx';
import type { Option } from './select.tsx';

export interface StatusOptionsProps {
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  button: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The options of the status filter, next to its button. */
export function StatusOptions(props: StatusOptionsProps) {
  return (
    <Select
      aria-label="Status"
      value={props.value}
      onChange={(key) => key !== null && props.onChange(String(key))}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      className="contents"
    >
      <Popover triggerRef={props.button}>
        <ListBox
          items={props.options}
          aria-label="Status"
          className="max-h-80 overflow-auto p-1 outline-none"
        >
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </Select>
  );
}
