import { useState } from 'react';
import { mergeHolidays, parseHolidays, tooManyHolidays } from '#domain/workflow/holiday-list';
import type { Holiday } from '#domain/workflow/working-days';
import { DropZone } from '../../../parts/fields/drop-zone.tsx';
import { TextArea } from '../../../parts/fields/text-field.tsx';
import { EditDialog } from './edit-dialog.tsx';

/** More errors are only counted. */
const maxErrors = 10;

/** A list of years fits many times; a larger file is none. */
const maxFileBytes = 500_000;

function errorsOf(stored: readonly Holiday[], text: string): string[] {
  const { holidays, errors } = parseHolidays(text);
  const texts = errors.slice(0, maxErrors).map(({ line, text: error }) => `Line ${line}: ${error}`);
  if (errors.length > maxErrors) texts.push(`and ${errors.length - maxErrors} more`);
  if (texts.length > 0) return texts;
  if (holidays.length === 0) return ['Enter a day and a name on each line.'];
  const tooMany = tooManyHolidays(mergeHolidays(stored, holidays));
  return tooMany === null ? [] : [tooMany];
}

/** Adds the holidays of a pasted list or a file; with an error nothing is added (WAIT-12). */
export function ImportHolidays(props: {
  stored: readonly Holiday[];
  isBusy: boolean;
  onClose: () => void;
  onSave: (holidays: Holiday[]) => void;
}) {
  const { stored, isBusy, onSave } = props;
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) {
      setErrors([`${file.name} is too large for a list of holidays.`]);
      return;
    }
    setText(await file.text());
    setErrors([]);
  };
  return (
    <EditDialog
      title="Import Holidays"
      isBusy={isBusy}
      onClose={props.onClose}
      onSave={() => {
        const found = errorsOf(stored, text);
        setErrors(found);
        if (found.length === 0 && !isBusy) onSave(mergeHolidays(stored, parseHolidays(text).holidays));
      }}
    >
      <TextArea
        label="Holidays"
        hint="A day and a name on each line. A day that is listed already gets the new name."
        placeholder={'2018-03-30, Good Friday\n2018-05-28, Memorial Day'}
        value={text}
        onChange={(value) => {
          setText(value);
          setErrors([]);
        }}
        minRows={8}
        startsFocused
      />
      <DropZone
        label="Or drop a CSV or ICS file here"
        one
        accept={['.csv', '.txt', '.ics']}
        onFiles={([file]) => void readFile(file)}
      />
      {errors.length > 0 ? (
        <ul role="alert" className="text-sm text-negative">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      ) : null}
    </EditDialog>
  );
}
