import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { failureTexts } from '../../documents/messages.ts';
import { useBankAccounts } from './use-workflow-templates.ts';

interface Account {
  id: string;
  text: string;
}

interface Props {
  /** Null for a new flow. */
  workflowId: string | null;
  picked: Account[];
  isReadOnly: boolean;
  error: string | null;
  onChange: (picked: Account[]) => void;
}

/** The bank accounts whose payments use this flow. Each belongs to one flow at most (DEC-44, DEC-65). */
export function BankAccountsField(props: Props) {
  const { workflowId, picked, isReadOnly, onChange } = props;
  const { accounts: loadedAccounts, workflows = [], isFailed } = useBankAccounts();
  const accounts = loadedAccounts ?? [];
  const options = accounts.map(({ id, name, isoCurrencyCode }) => {
    const owner = workflows.find(
      (workflow) =>
        workflow.id !== workflowId && workflow.paymentBankAccounts.some((account) => account.id === id),
    );
    return {
      id,
      text: name,
      detail: owner ? `Belongs to ${owner.name}` : isoCurrencyCode,
      isDisabled: owner !== undefined,
    };
  });
  return (
    <MultiSelect
      label="Bank accounts"
      hint="Payments from these accounts use this flow."
      placeholder="Add a bank account"
      emptyText="No more bank accounts."
      isReadOnly={isReadOnly}
      isDisabled={isReadOnly}
      error={props.error ?? (isFailed ? failureTexts.paymentWorkflows : null)}
      options={options}
      isLoadingOptions={!loadedAccounts && !isFailed}
      picked={picked}
      onPick={({ id, text }) => onChange([...picked, { id, text }])}
      onRemove={(id) => onChange(picked.filter((one) => one.id !== id))}
    />
  );
}
