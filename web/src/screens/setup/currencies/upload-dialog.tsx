import { useState } from 'react';
import type { RatesCheck } from '#domain/currency/currency-response';
import { Button } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { FileToCheck, useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useSession } from '../../../session/session.tsx';
import { checkRates, importRates } from './calls.ts';
import { useSave } from './use-save.ts';

/** Enough to see what a file does. */
const maxRows = 50;

interface Checked {
  file: File;
  check: RatesCheck;
}

/** Imports rates from a file: choose, check, import (CURR-07). */
export function UploadRatesDialog({ onClose }: { onClose: () => void }) {
  const { show } = useSession();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [fileName, setFileName] = useState('');
  const check = useImportSteps();
  const { save, isBusy, failure } = useSave(onClose);
  const choose = (file: File) => {
    setChecked(null);
    setFileName(file.name);
    void check.runStep('checking', async () => setChecked({ file, check: await checkRates(show.id, file) }));
  };
  const ready = checked?.check.ready ?? 0;
  const hasFaults = (checked?.check.faults.length ?? 0) > 0;
  return (
    <Dialog
      title="Upload Rates"
      isOpen
      onClose={onClose}
      size="large"
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            Cancel
          </Button>
          {checked && ready > 0 ? (
            <Button
              look="primary"
              isPending={isBusy}
              reason={hasFaults ? 'Correct the file and choose it again.' : null}
              onPress={() =>
                void save((showId) => importRates(showId, checked.file, checked.check), 'Rates imported.')
              }
            >
              {ready === 1 ? 'Import 1 rate' : `Import ${ready} rates`}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-muted">
          Excel (.xlsx), CSV or tab-delimited text with the columns Currency, From day and Rate. The file is
          checked first.
        </p>
        <FileToCheck
          accept={['.xlsx', '.csv', '.txt', '.tsv']}
          fileName={fileName}
          isChecking={check.busy !== null}
          isChecked={checked !== null}
          failure={check.failure ?? failure}
          isDisabled={check.busy !== null || isBusy}
          onFile={choose}
        />
        {checked ? <Preview {...checked} /> : null}
      </div>
    </Dialog>
  );
}

function Preview({ file, check }: Checked) {
  const { rates, faults, unchanged, ignored } = check;
  return (
    <section aria-label={file.name} className="grid gap-2">
      <h3 className="font-semibold wrap-anywhere">{file.name}</h3>
      {unchanged > 0 ? (
        <p className="text-sm text-ink-muted">
          {unchanged === 1 ? '1 rate is stored already.' : `${unchanged} rates are stored already.`}
        </p>
      ) : null}
      {ignored.length > 0 ? (
        <p className="text-sm wrap-anywhere text-ink-muted">{`Columns ignored: ${ignored.join(', ')}.`}</p>
      ) : null}
      {faults.length > 0 ? (
        <ul aria-label="What is wrong" className="grid gap-1 text-sm text-negative">
          {faults.slice(0, maxRows).map(({ row, column, message }, index) => (
            <li key={index}>
              {[row === null ? 'File' : `Row ${row}`, column].filter(Boolean).join(' · ')}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      <ul aria-label="Rates of the file" className="divide-y divide-line text-sm">
        {rates.slice(0, maxRows).map(({ currency, day, rate, before }) => (
          <li key={`${currency} ${day}`} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span>
              {currency} from <Day day={day} />
            </span>
            <span className="figures">
              {rate}
              {before === null ? null : <span className="text-ink-muted">{` instead of ${before}`}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rates.length > maxRows ? (
        <p className="text-sm text-ink-muted">{`${rates.length - maxRows} more.`}</p>
      ) : null}
    </section>
  );
}
