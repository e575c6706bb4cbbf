import { useState } from 'react';
import { Plus, Trash2, Upload } from 'lucide-react';
import { maxHolidayName } from '#domain/settings';
import { mergeHolidays, tooManyHolidays } from '#domain/workflow/holiday-list';
import type { Holiday } from '#domain/workflow/working-days';
import { isDay } from '#domain/values/days';
import { Button, IconButton } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { DateField } from '../../../parts/fields/date-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { Section } from '../managed-form/section.tsx';
import { ImportHolidays } from './import-holidays.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));

/** The zones of this browser; a zone that it does not list may be stored. */
const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, text: id.replaceAll('_', ' ') }));

function HolidayRow(props: { holiday: Holiday; isDisabled: boolean; onRemove: (() => void) | null }) {
  const { day, name } = props.holiday;
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <span className="figures w-36 shrink-0 whitespace-nowrap">
        <Day day={day} /> <span className="text-sm text-ink-muted">{weekdayOf(day)}</span>
      </span>
      <span className="min-w-0 flex-1 break-words">{name}</span>
      {props.onRemove ? (
        <IconButton
          label={`Remove ${name || day}`}
          look="plain"
          isDisabled={props.isDisabled}
          onPress={props.onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      ) : null}
    </li>
  );
}

/** Adds one holiday. */
function AddHoliday(props: { isBusy: boolean; onAdd: (holiday: Holiday) => Promise<boolean> }) {
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const add = async () => {
    setTried(true);
    if (!isDay(day) || props.isBusy) return;
    if (!(await props.onAdd({ day, name: name.trim() }))) return;
    setDay('');
    setName('');
    setTried(false);
  };
  return (
    <form
      noValidate
      aria-label="Add a holiday"
      className="grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto] items-end gap-2 max-sm:grid-cols-1"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <DateField
        label="Day"
        value={day}
        onChange={setDay}
        error={isTried && !isDay(day) ? 'Enter the day of the holiday.' : null}
      />
      <TextField label="Name" value={name} onChange={setName} maxLength={maxHolidayName} />
      <Button type="submit" isPending={props.isBusy}>
        <Plus aria-hidden className="size-4" />
        Add
      </Button>
    </form>
  );
}

/** The time zone and the holidays by which working days are counted (WAIT-12). */
export function WorkCalendar(props: { isReadOnly: boolean }) {
  const { isReadOnly } = props;
  const {
    settings: { timeZone, holidays },
  } = useDetails();
  const change = useSettingsChange();
  const [isBusy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (changes: Parameters<typeof change>[0]) => {
    setBusy(true);
    const isSaved = await change(changes);
    setBusy(false);
    return isSaved;
  };
  const add = async (holiday: Holiday) => {
    const merged = mergeHolidays(holidays, [holiday]);
    const tooMany = tooManyHolidays(merged);
    setError(tooMany);
    return tooMany === null && save({ holidays: merged });
  };
  const saveImported = async (merged: Holiday[]) => {
    if (await save({ holidays: merged })) setImporting(false);
  };
  return (
    <Section
      title="Working days"
      text="Waiting time, reminders and escalation count Monday to Friday in this time zone, without the holidays."
      action={
        isReadOnly ? null : (
          <Button onPress={() => setImporting(true)}>
            <Upload aria-hidden className="size-4" />
            Import Holidays
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <ComboBox
          label="Time zone"
          options={zones}
          value={zones.find(({ id }) => id === timeZone) ?? { id: timeZone, text: timeZone }}
          isDisabled={isReadOnly || isBusy}
          onChange={(zone) => {
            if (zone && zone.id !== timeZone) void save({ timeZone: zone.id });
          }}
        />
        <div>
          <h3 className="pb-1 text-sm font-medium">Holidays</h3>
          {holidays.length === 0 ? (
            <p className="text-sm text-ink-muted">None yet. Only weekends are left out.</p>
          ) : (
            <ul aria-label="Holidays" className="divide-y divide-line">
              {holidays.map((holiday) => (
                <HolidayRow
                  key={holiday.day}
                  holiday={holiday}
                  isDisabled={isBusy}
                  onRemove={
                    isReadOnly
                      ? null
                      : () => void save({ holidays: holidays.filter(({ day }) => day !== holiday.day) })
                  }
                />
              ))}
            </ul>
          )}
        </div>
        {isReadOnly ? null : <AddHoliday isBusy={isBusy} onAdd={add} />}
        {error === null ? null : (
          <p role="alert" className="text-sm text-negative">
            {error}
          </p>
        )}
      </div>
      {isImporting ? (
        <ImportHolidays
          stored={holidays}
          isBusy={isBusy}
          onClose={() => setImporting(false)}
          onSave={(merged) => void saveImported(merged)}
        />
      ) : null}
    </Section>
  );
}
