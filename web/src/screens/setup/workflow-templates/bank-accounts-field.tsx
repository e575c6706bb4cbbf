import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { failed } from '../../documents/messages.ts';
import { useBankAccounts } from './use-workflow-templates.ts';

interface Account {
  id: string;
  text: string;
}

interface Props {
  /** Null: a flow that is not stored yet. */
  flowId: string | null;
  picked: Account[];
  isReadOnly: boolean;
  error: string | null;
  onChange: (picked: Account[]) => void;
}

/** The bank accounts whose payments take this flow; each belongs to one flow at most (DEC-44, DEC-65). */
export function BankAccountsField(props: Props) {
  const { flowId, picked, isReadOnly, onChange } = props;
  const { accounts: known, flows = [], isFailed } = useBankAccounts();
  const accounts = known ?? [];
  const options = accounts.map(({ id, name, isoCurrencyCode }) => {
    const owner = flows.find(
      (flow) => flow.id !== flowId && flow.paymentBankAccounts.some((account) => account.id === id),
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
      error={props.error ?? (isFailed ? failed.paymentFlows : null)}
      options={options}
      isComing={!known && !isFailed}
      picked={picked}
      onPick={({ id, text }) => onChange([...picked, { id, text }])}
      onRemove={(id) => onChange(picked.filter((one) => one.id !== id))}
    />
  );
}
