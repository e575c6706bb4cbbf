import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { ActualsCheck } from '#domain/budget/actuals-response';
import { useCompanies } from '../../../forms/document/model/use-reference-data.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { FileToCheck, useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Card, PageHeader } from '../../../parts/page/card.tsx';
import { useSession } from '../../../session/session.tsx';
import { FileFaults, FileRows, FileTotals } from '../file-rows.tsx';
import type { ChosenFile } from '../send-file.ts';
import { checkActuals, importActuals } from './calls.ts';

const listHref = '/setup/budget/actuals';

/** Imports other actuals from a file: choose, check, import (ACTUAL-07). */
export function UploadActuals() {
  const { can } = useSession();
  useTitle('Upload Actuals');
  if (!can('Budget', 'FULL')) return <Navigate to={listHref} replace />;
  return (
    <>
      <div className="gutter">
        <PageHeader
          title="Upload Actuals"
          detail="Up to 2,000 rows from Excel (.xlsx), CSV or tab-delimited text."
          acts={<ButtonLink href={listHref}>Cancel</ButtonLink>}
        />
      </div>
      <FromFile />
    </>
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
  const checkFile = (next: ChosenFile, of: string | null) => {
    setCheck(null);
    const target = { showId: show.id, company: of };
    void runStep('checking', async () => setCheck(await checkActuals(target, next)));
  };
  const choose = (file: File) => {
    const next = { file, key: crypto.randomUUID() };
    setChosen(next);
    checkFile(next, company);
  };
  // Accounting periods are those of the company, so another one means another dry run.
  const chooseCompany = (id: string | null) => {
    setCompany(id);
    if (chosen) checkFile(chosen, id);
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
  const { currency, faults, ready, accounts } = check;
  const rows = ready === 1 ? '1 row' : `${ready.toLocaleString('en-US')} rows`;
  const onAccounts = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  const reason = faults.length > 0 ? 'Correct the file and choose it again.' : null;
  return (
    <>
      <div className="gutter">
        <Card title={fileName}>
          <FileTotals
            currency={currency}
            entries={[
              ['Total of the file', check.fileTotal],
              ['Imported', check.importedTotal],
              ['Difference', check.difference],
            ]}
          />
          {check.ignored.length > 0 ? (
            <p className="pt-3 text-sm wrap-anywhere text-ink-muted">{`Columns ignored: ${check.ignored.join(', ')}.`}</p>
          ) : null}
          {reason === null ? null : <p className="pt-3 text-sm text-negative">{reason}</p>}
          {ready > 0 ? (
            <div className="flex flex-wrap items-end justify-between gap-4 pt-4">
              <p className="text-sm text-ink-muted">{`${rows} on ${onAccounts}`}</p>
              <Button look="primary" onPress={onImport} isPending={isBusy} reason={reason}>
                {`Import ${rows}`}
              </Button>
            </div>
          ) : null}
        </Card>
      </div>
      <FileFaults faults={faults} />
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
