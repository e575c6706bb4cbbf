import { useState } from 'react';
import type { RatesCheck } from '#domain/currency/currency-response';
import { Button } from '../../../parts/controls/button.tsx';
import { FileToCheck, useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useSession } from '../../../session/session.tsx';
import { checkRates, importRates } from './calls.ts';
import { importLabel, RatesPreview } from './rates-preview.tsx';
import { useSave } from './use-save.ts';

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
              {importLabel(ready)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-muted">
          Excel (.xlsx), CSV or tab-delimited text with the columns Currency, From day and Rate. A row with
          “Budgeted” as its day has the budgeted rate. The file is checked first.
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
        {checked ? (
          <RatesPreview source={checked.file.name} ignoredItems="Columns" check={checked.check} />
        ) : null}
      </div>
    </Dialog>
  );
}
