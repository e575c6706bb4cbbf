import { useState } from 'react';
import { budgetLimits } from '#domain/budget/budget-request';
import type { Budget } from '#domain/budget/budget-response';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { createBudget } from './calls.ts';
import { failureText } from '../../../failure-text.ts';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { CurrencyField, useBudgetCurrency } from './currency-field.tsx';

/** Creates an empty working budget. */
export function NewBudgetDialog(props: {
  onClose: () => void;
  onCreated: (created: Budget) => Promise<void>;
}) {
  const { show } = useSession();
  const flash = useToast();
  const [name, setName] = useState('');
  const currency = useBudgetCurrency();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async () => {
    setTried(true);
    if (name.trim() === '' || currency.isMissing || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await props.onCreated(await createBudget(show.id, { name, currency: currency.value }));
      flash('success', 'Budget created.');
      props.onClose();
    } catch (error) {
      setFailure(failureText(error, 'The budget could not be created. Try again.'));
      setBusy(false);
    }
  };
  return (
    <EditDialog title="New Budget" isBusy={isBusy} onClose={props.onClose} onSave={() => void create()}>
      <FailureLine text={failure} />
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={budgetLimits.name}
        isRequired
        startsFocused
        error={isTried && name.trim() === '' ? 'Enter a name.' : null}
      />
      <CurrencyField currency={currency} isTried={isTried} />
    </EditDialog>
  );
}
