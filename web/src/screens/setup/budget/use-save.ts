import { useState } from 'react';
import type { Budget } from '#domain/budget/budget-response';
import { ApiError } from '../../../api.ts';
import { failureText } from '../../../failure-text.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { editBudget } from './calls.ts';
import type { BudgetEdit } from './calls.ts';

export interface ChangeDialogProps {
  budget: Budget;
  onClose: () => void;
  onSaved: (saved: Budget) => Promise<void>;
  /** Another user changed the budget: it is loaded again, and the dialog keeps what was entered. */
  onOutdated: () => void;
}

/** Saves a change of a budget and closes its dialog. The server's sentence of a refusal stays in the dialog. */
export function useSave({ budget, onClose, onSaved, onOutdated }: ChangeDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const flash = useToast();
  const save = async (edit: BudgetEdit, message: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await onSaved(await editBudget(budget, edit));
      flash('success', message);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onOutdated();
      setFailure(failureText(error, 'The change could not be saved. Try again.'));
      setBusy(false);
    }
  };
  return { save, isBusy, failure };
}
