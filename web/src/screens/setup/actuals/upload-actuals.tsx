import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ActualsCheck } from '#domain/budget/actuals-response';
import { useCompanies } from '../../../forms/document/model/use-reference-data.ts';
import { FileToCheck, useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { FileRows } from '../file-rows.tsx';
import type { ChosenFile } from '../send-file.ts';
import { CheckedFile, UploadPage } from '../upload-page.tsx';
import { checkActuals, importActuals } from './calls.ts';

const listHref = '/setup/budget/actuals';

/** Imports other actuals from a file: choose, check, import (ACTUAL-07). */
export function UploadActuals() {
  return (
    <UploadPage
      title="Upload Actuals"
      backHref={listHref}
      detail="Up to 2,000 rows from Excel (.xlsx), CSV or tab-delimited text."
    >
      <FromFile />
    </UploadPage>
  );
}

function FromFile() {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const { data: companies = [] } = useCompanies();
  const [company, setCompany] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [check, setCheck] = useState<ActualsCheck | null>(null);
  const { busy, failure, runStep } = useImportSteps();
  const isCompanyMissing = companies.length > 1 && company === null;
  const checkFile = (file: File, of: string | null) => {
    const next = { file, key: crypto.randomUUID() };
    setChosen(next);
    setCheck(null);
    const target = { showId: show.id, company: of };
    void runStep('checking', async () => setCheck(await checkActuals(target, next)));
  };
  const choose = (file: File) => checkFile(file, company);
  // Accounting periods are those of the company, so another one means another dry run.
  const chooseCompany = (id: string | null) => {
    setCompany(id);
    if (chosen) checkFile(chosen.file, id);
  };
  const importIt = (file: ChosenFile, dryRun: ActualsCheck) =>
    runStep('importing', async () => {
      const target = { showId: show.id, company };
      const { number } = await importActuals(target, file, dryRun);
      flash('success', `Import ${number} counts.`);
      await navigate(listHref);
    });
  return (
    <div className="grid gap-6 pb-8">
      <div className="gutter grid gap-4">
        <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">
          One row per account and day, below the headings Account, Date (or Period) and Amount; also Type,
          Number, Accounting ID and Description. Invoices of this show are recognized by their accounting ID
          and do not count twice. The file is checked first; nothing is stored before you import it.
        </p>
        {companies.length > 1 ? (
          <div className="max-w-80">
            <Select
              label="Company"
              options={companies.map((one) => ({
                id: one.projectCompanyExternalId,
                text: one.company_name,
              }))}
              value={company}
              onChange={chooseCompany}
              isRequired
              error={null}
            />
          </div>
        ) : null}
        <FileToCheck
          accept={['.xlsx', '.csv', '.txt', '.tsv']}
          fileName={chosen?.file.name}
          isChecking={busy === 'checking'}
          isChecked={check !== null}
          failure={failure}
          isDisabled={busy !== null || isCompanyMissing}
          onFile={choose}
        />
      </div>
      {check && chosen ? (
        <Preview
          check={check}
          fileName={chosen.file.name}
          isBusy={busy === 'importing'}
          onImport={() => void importIt(chosen, check)}
        />
      ) : null}
    </div>
  );
}

function Preview(props: { check: ActualsCheck; fileName: string; isBusy: boolean; onImport: () => void }) {
  const { check, fileName, isBusy, onImport } = props;
  const { currency, ready, accounts } = check;
  const rows = ready === 1 ? '1 row' : `${ready.toLocaleString('en-US')} rows`;
  const onAccounts = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  return (
    <>
      <CheckedFile
        fileName={fileName}
        subject="File"
        correction="Correct the file and choose it again."
        check={check}
        totals={[
          ['Total of the file', check.fileTotal],
          ['Imported', check.importedTotal],
          ['Difference', check.difference],
        ]}
        importText={`Import ${rows}`}
        isBusy={isBusy}
        onImport={onImport}
      >
        <p className="text-sm text-ink-muted">{`${rows} on ${onAccounts}`}</p>
      </CheckedFile>
      <FileRows
        title="Invoices of this show"
        hint="These rows are left out, because the invoices count already."
        rows={check.matched}
        currency={currency}
      />
      <FileRows
        title="Imported before"
        hint="These rows are left out: an earlier import has their transaction."
        rows={check.repeated}
        currency={currency}
      />
      <FileRows
        title="Accounts that are not in the chart of accounts"
        hint="These rows are left out."
        rows={check.unknown}
        currency={currency}
      />
    </>
  );
}
