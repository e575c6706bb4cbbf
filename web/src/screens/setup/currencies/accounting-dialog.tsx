import { useState } from 'react';
import { systemNames } from '#domain/accounting-systems';
import type { AccountingRatesCheck } from '#domain/currency/currency-response';
import { Button } from '../../../parts/controls/button.tsx';
import { useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { useSession } from '../../../session/session.tsx';
import { checkAccountingRates, importAccountingRates } from './calls.ts';
import { importLabel, RatesPreview } from './rates-preview.tsx';
import { useSave } from './use-save.ts';

/** Imports the rates that accounting has: read, check, import (CURR-24). */
export function AccountingRatesDialog({ onClose }: { onClose: () => void }) {
  const { show } = useSession();
  const system = systemNames[show.accountingSystem];
  const [dryRun, setDryRun] = useState<AccountingRatesCheck | null>(null);
  const failureText = `The rates could not be read from ${system}. Try again.`;
  const { busy, failure, runStep } = useImportSteps({ checking: failureText, importing: failureText });
  const saving = useSave(onClose);
  const readThem = () =>
    runStep('checking', async () => {
      setDryRun(null);
      setDryRun(await checkAccountingRates(show.id));
    });
  const check = dryRun?.check ?? null;
  return (
    <Dialog
      title="Rates from Accounting"
      isOpen
      onClose={onClose}
      size="large"
      footer={
        <>
          <Button isDisabled={saving.isBusy} onPress={onClose}>
            Cancel
          </Button>
          {check && check.ready > 0 ? (
            <Button
              look="primary"
              isPending={saving.isBusy}
              reason={check.faults.length > 0 ? `Correct the rates in ${system} and read them again.` : null}
              onPress={() =>
                void saving.save((showId) => importAccountingRates(showId, check), 'Rates imported.')
              }
            >
              {importLabel(check.ready)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p className="text-sm text-ink-muted">
          The rates are compared with those of the show first; nothing is stored before you import them.
        </p>
        <Button
          look={dryRun ? 'plain' : 'primary'}
          isPending={busy !== null}
          isDisabled={saving.isBusy}
          onPress={() => void readThem()}
        >
          {dryRun ? 'Read Again' : `Read from ${system}`}
        </Button>
        <FailureLine text={failure ?? saving.failure} />
        {check ? (
          <div className="w-full">
            <RatesPreview source={system} ignoredItems="Currencies" check={check} />
          </div>
        ) : null}
        {dryRun && !check ? (
          <p>{system} has no exchange rates of this show. Upload them from a file, or add them by hand.</p>
        ) : null}
      </div>
    </Dialog>
  );
}
