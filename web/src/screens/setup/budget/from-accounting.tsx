import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { budgetLimits } from '#domain/budget/budget-request';
import { systemNames } from '#domain/accounting-systems';
import { keys } from '../../../keys.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { UploadPage } from '../upload-page.tsx';
import { BudgetDifferences } from './budget-differences.tsx';
import { checkAccountingBudget, importAccountingBudget } from './calls.ts';
import type { AccountingBudget } from './calls.ts';
import { UploadPreview } from './upload-preview.tsx';

/** Imports the budget of accounting: read, compare, import (BUD-47). */
export function BudgetFromAccounting() {
  const { show } = useSession();
  const system = systemNames[show.accountingSystem];
  return (
    <UploadPage
      title="Budget from Accounting"
      backHref="/setup/budget"
      detail={`The budget that ${system} has of this show becomes a new working budget.`}
    >
      <FromAccounting system={system} />
    </UploadPage>
  );
}

/** The last dry run; `key` is the idempotency key of its import. */
interface DryRun {
  budget: AccountingBudget | null;
  key: string;
}

function FromAccounting({ system }: { system: string }) {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  /** The name that the user entered; null for the name in accounting. */
  const [enteredName, setEnteredName] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { busy, failure, runStep } = useImportSteps({
    checking: `The budget could not be read from ${system}. Try again.`,
    importing: 'The budget could not be imported. Try again.',
  });
  const budget = dryRun?.budget;
  const name = enteredName ?? budget?.name.slice(0, budgetLimits.name) ?? '';
  const readIt = () =>
    runStep('checking', async () => {
      setDryRun(null);
      if (enteredName?.trim() === '') setEnteredName(null);
      setDryRun({ budget: await checkAccountingBudget(show.id), key: crypto.randomUUID() });
    });
  const importIt = ({ digest }: AccountingBudget, key: string) =>
    runStep('importing', async () => {
      const json = { name: name.trim(), reason: reason.trim(), digest };
      const { id } = await importAccountingBudget(show.id, json, key);
      await mutate(keys.managed(show.id, 'budgets'));
      flash('success', 'Budget imported.');
      await navigate(`/setup/budget?budget=${encodeURIComponent(id)}`);
    });
  const missing = name.trim() === '' ? 'Enter a name.' : reason.trim() === '' ? 'Enter the reason.' : null;
  return (
    <div className="grid gap-6 pb-8">
      <div className="gutter grid justify-items-start gap-4">
        <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">
          It is compared with the working budget first; nothing is stored before you import it.
        </p>
        <Button
          look={dryRun ? 'plain' : 'primary'}
          onPress={() => void readIt()}
          isPending={busy === 'checking'}
          isDisabled={busy === 'importing'}
        >
          {dryRun ? 'Read Again' : `Read from ${system}`}
        </Button>
        <FailureLine text={failure} />
      </div>
      {dryRun && !budget ? (
        <EmptyState action={<ButtonLink href="/setup/budget/upload">Upload Budget</ButtonLink>}>
          {system} has no budget of this show. Upload it from a file, or enter it by hand.
        </EmptyState>
      ) : null}
      {dryRun && budget ? (
        <UploadPreview
          check={budget}
          subject="Budget"
          texts={{
            title: budget.name,
            total: `Total in ${system}`,
            subtotals: `Totals in ${system}`,
            correction: `Correct the budget in ${system} and read it again.`,
          }}
          isBusy={busy === 'importing'}
          reason={missing}
          fields={
            <div className="grid gap-4">
              <p className="text-sm text-ink-muted">
                Last changed <Time at={budget.updatedAt} />
              </p>
              <TextField
                label="Name of the budget"
                value={name}
                onChange={setEnteredName}
                maxLength={budgetLimits.name}
                isRequired
              />
              <TextField
                label="Reason"
                value={reason}
                onChange={setReason}
                maxLength={budgetLimits.reason}
                isRequired
              />
            </div>
          }
          onImport={() => void importIt(budget, dryRun.key)}
        >
          <BudgetDifferences budget={budget} />
        </UploadPreview>
      ) : null}
    </div>
  );
}
