import { useRef, useState } from 'react';
import { CalendarDays } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { formatDay, isDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { dateFromEntry } from '#domain/values/typed-date';
import { today, useDateFormat } from '../display/date-format.tsx';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { lazyPart } from '../hooks/lazy-part.tsx';
import { LazyOverlay } from '../overlays/lazy-overlay.tsx';
import { useStableDuringPress } from './use-stable-during-press.ts';

const DayPicker = lazyPart(async () => (await import('./day-picker.tsx')).DayPicker);

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or '' when empty. Text that is no valid date is passed on as typed. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  /** An empty value becomes this day (UX-05). */
  autoInsert?: () => string;
  /** The first day that the calendar offers, and the month with which an empty one opens. Typed days are not checked. */
  minimum?: string;
  /** The day from which a typed distance counts; today unless it is a date (ENTRY-11). */
  countFrom?: string;
}

const placeholders: Record<DateFormat, string> = {
  MM_DD_YYYY: 'MM/DD/YYYY',
  DD_MM_YYYY: 'DD/MM/YYYY',
  YYYY_MM_DD: 'YYYY-MM-DD',
};

/** Without a format of the user, detects the browser's order from a formatted date. */
function orderOf(format: DateFormat | null): DateFormat {
  if (format) return format;
  const sample = formatDay('2001-12-31', null);
  if (sample.startsWith('31')) return 'DD_MM_YYYY';
  return sample.startsWith('2001') ? 'YYYY_MM_DD' : 'MM_DD_YYYY';
}

/** A date to type or to pick; typed text is normalized on blur (UX-04, UX-05). */
export function DateField(props: DateFieldProps) {
  const { value, onChange } = props;
  const format = orderOf(useDateFormat());
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isLocked = (props.isDisabled ?? false) || (props.isReadOnly ?? false);
  const start = isDay(props.countFrom ?? '') ? props.countFrom : undefined;
  const leave = () => {
    const text = (typed ?? '').trim();
    if (typed !== null) {
      onChange(
        text === '' ? (props.autoInsert?.() ?? '') : (dateFromEntry(text, format, today(), start) ?? text),
      );
    } else if (value === '' && props.autoInsert) onChange(props.autoInsert());
    setTyped(null);
    props.onBlur?.();
  };
  const shown = { ...props, error: useStableDuringPress(props.error ?? null) };
  return (
    <AriaTextField
      {...ariaField(shown)}
      isReadOnly={props.isReadOnly ?? false}
      value={typed ?? (isDay(value) ? formatDay(value, format) : value)}
      onChange={setTyped}
    >
      <FieldLabel {...props} />
      <Group className="field-box h-control flex items-center">
        <Input
          placeholder={placeholders[format]}
          autoComplete="off"
          onBlur={leave}
          onKeyDown={(event) => {
            if (!event.altKey || event.key !== 'ArrowDown' || isLocked) return;
            event.preventDefault();
            setOpen(true);
          }}
          className="text-field figures h-full w-full min-w-0 bg-transparent pl-2.5 outline-none"
        />
        <Button
          ref={button}
          aria-label={`Choose ${props.label}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          isDisabled={isLocked}
          // A date takes one Tab: Alt and the down arrow open the calendar (ENTRY-03).
          excludeFromTabOrder
          onPress={() => setOpen(!isOpen)}
          className="grid h-full w-9 touch:w-11 shrink-0 cursor-pointer place-items-center rounded-md text-ink-muted data-disabled:cursor-default data-disabled:opacity-50 data-hovered:text-ink"
        >
          <CalendarDays aria-hidden className="size-4" />
        </Button>
        <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
          <DayPicker
            label={props.label}
            day={isDay(value) ? value : null}
            minimum={props.minimum ?? null}
            button={button}
            isOpen={isOpen}
            onOpenChange={setOpen}
            onPick={(day) => {
              setTyped(null);
              onChange(day);
              setOpen(false);
            }}
          />
        </LazyOverlay>
      </Group>
      <FieldHint {...shown} />
    </AriaTextField>
  );
}
