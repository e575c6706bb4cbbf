import type { RefObject } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { parseDate } from '@internationalized/date';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from '../controls/popover.tsx';

// The calendar opens with a button press, so it takes the focus.
const focused = { autoFocus: true };
const arrowClass =
  'size-control grid cursor-pointer place-items-center rounded-md data-hovered:bg-surface-pressed';
const cellClass =
  'figures size-control m-px grid cursor-pointer place-items-center rounded-md text-sm outline-offset-[-2px] data-hovered:bg-surface-pressed data-outside-month:hidden data-disabled:cursor-default data-disabled:text-ink-muted data-disabled:opacity-50 data-selected:bg-ink data-selected:text-surface-raised data-today:font-bold';

/** The calendar of a date field, next to its button. Days are `YYYY-MM-DD`. */
export function DayPicker(props: {
  label: string;
  day: string | null;
  minimum: string | null;
  button: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (day: string) => void;
}) {
  const [value, minimum] = [props.day, props.minimum].map((day) => (day === null ? null : parseDate(day)));
  return (
    <Popover
      aria-label={`Choose ${props.label}`}
      placement="bottom end"
      triggerRef={props.button}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <div className="p-3">
        <Calendar
          aria-label={props.label}
          value={value ?? null}
          onChange={(picked) => props.onPick(picked.toString())}
          minValue={minimum ?? null}
          defaultFocusedValue={value ?? minimum ?? null}
          {...focused}
        >
          <header className="flex items-center justify-between pb-2">
            <Button slot="previous" className={arrowClass}>
              <ChevronLeft aria-hidden className="size-4" />
            </Button>
            <Heading className="text-base font-medium" />
            <Button slot="next" className={arrowClass}>
              <ChevronRight aria-hidden className="size-4" />
            </Button>
          </header>
          <CalendarGrid>
            <CalendarGridHeader>
              {(day) => (
                <CalendarHeaderCell className="pb-1 text-xs font-medium text-ink-muted">
                  {day}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className={cellClass} />}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </div>
    </Popover>
  );
}
