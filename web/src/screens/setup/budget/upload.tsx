import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { budgetLimits } from '#domain/budget/budget-request';
import type { BudgetCheck } from '#domain/budget/budget-response';
import { keys } from '../../../keys.ts';
import { FileToCheck, useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ChosenFile } from '../send-file.ts';
import { UploadPage } from '../upload-page.tsx';
import { checkBudgetFile, importBudget } from './calls.ts';
import { CurrencyField, useBudgetCurrency } from './currency-field.tsx';
import { UploadPreview } from './upload-preview.tsx';

/** Imports a budget from a file: choose, check, import (BUD-18). */
export function UploadBudget() {
  return (
    <UploadPage
      title="Upload Budget"
      backHref="/setup/budget"
      detail="Up to 2,000 rows from Excel (.xlsx), CSV, tab-delimited text or Movie Magic Budgeting XML."
    >
      <FromFile />
    </UploadPage>
  );
}

function FromFile() {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const currency = useBudgetCurrency();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [check, setCheck] = useState<BudgetCheck | null>(null);
  const [name, setName] = useState('');
  const { busy, failure, runStep } = useImportSteps();
  const checkFile = (file: File, chosenCurrency: string | null) => {
    const next = { file, key: crypto.randomUUID() };
    setChosen(next);
    setCheck(null);
    const target = { showId: show.id, currency: chosenCurrency };
    void runStep('checking', async () => setCheck(await checkBudgetFile(target, next)));
  };
  const choose = (file: File) => {
    setName(file.name.replace(/\.[^.]*$/, '').slice(0, budgetLimits.name));
    checkFile(file, currency.value);
  };
  // Amounts are read by the rules of the currency, so another one means another dry run.
  const chooseCurrency = (code: string | null) => {
    currency.choose(code);
    if (chosen) checkFile(chosen.file, code);
  };
  const importIt = (file: ChosenFile, dryRun: BudgetCheck) =>
    runStep('importing', async () => {
      const target = { showId: show.id, currency: dryRun.currency };
      const { id } = await importBudget(target, file, { name: name.trim(), check: dryRun });
      await mutate(keys.managed(show.id, 'budgets'));
      flash('success', 'Budget imported.');
      await navigate(`/setup/budget?budget=${encodeURIComponent(id)}`);
    });
  return (
    <div className="grid gap-6 pb-8">
      <div className="gutter grid gap-4">
        <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">
          One row per account, below the headings Account, Description and Budget, or the XML export of Movie
          Magic Budgeting. Fringes and contingency are recognized by their description. The file is checked
          first; nothing is stored before you import it.
        </p>
        <div className="max-w-60">
          <CurrencyField currency={{ ...currency, choose: chooseCurrency }} isTried={chosen !== null} />
        </div>
        <FileToCheck
          accept={['.xlsx', '.csv', '.txt', '.tsv', '.xml']}
          fileName={chosen?.file.name}
          isChecking={busy === 'checking'}
          isChecked={check !== null}
          failure={failure}
          isDisabled={busy !== null || currency.isMissing}
          onFile={choose}
        />
      </div>
      {check && chosen ? (
        <UploadPreview
          check={check}
          subject="File"
          texts={{
            title: chosen.file.name,
            total: 'Total of the file',
            subtotals: 'Totals in the file',
            correction: 'Correct the file and choose it again.',
          }}
          isBusy={busy === 'importing'}
          reason={name.trim() === '' ? 'Enter a name.' : null}
          fields={
            <TextField
              label="Name of the budget"
              value={name}
              onChange={setName}
              maxLength={budgetLimits.name}
              isRequired
              error={name.trim() === '' ? 'Enter a name.' : null}
            />
          }
          onImport={() => void importIt(chosen, check)}
        />
      ) : null}
    </div>
  );
}
