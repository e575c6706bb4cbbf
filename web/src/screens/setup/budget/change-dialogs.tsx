import { useState } from 'react';
import type { ReactNode } from 'react';
import { budgetLimits } from '#domain/budget/budget-request';
import type { BudgetLineResponse } from '#domain/budget/budget-response';
import { lineKinds } from '#domain/budget/budget';
import type { LineKind } from '#domain/budget/budget';
import { codesName, lineCodeTypes } from '#domain/budget/line-codes';
import { formatMoney, fromCents, toCents } from '#domain/values/money';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { TextArea, TextField } from '../../../parts/fields/text-field.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { LineField, lineId } from './line-field.tsx';
import type { ChosenLine } from './line-field.tsx';
import type { BudgetEdit } from './calls.ts';
import { useSave } from './use-save.ts';
import type { ChangeDialogProps } from './use-save.ts';

/** The line that a dialog edits. */
export type EditedLine = { isNew: true } | { isNew: false; line: BudgetLineResponse };

const missing = (isTried: boolean, isMissing: boolean, text: string) => (isTried && isMissing ? text : null);
const accountMissing = 'Choose an account.';
const accountTaken = 'The budget has this line already.';
const codeHint = 'Choose a code for a line below this account.';
const amountMissing = 'Enter an amount.';
const reasonMissing = 'Enter the reason.';

/** The account with its codes: `5210, Episode 103`. */
const accountName = ({ account, codes }: ChosenLine) =>
  [account, codesName(codes)].filter(Boolean).join(', ');

const kindOptions: readonly { id: LineKind; text: string }[] = [
  { id: 'ACCOUNT', text: 'Account' },
  { id: 'FRINGES', text: 'Fringes' },
  { id: 'CONTINGENCY', text: 'Contingency' },
];

/** Adds a line to a working budget, or changes one (BUD-08). */
export function AmountDialog(props: ChangeDialogProps & { line: EditedLine }) {
  const { budget, line: edited, onClose } = props;
  const line = edited.isNew ? null : edited.line;
  const [kind, setKind] = useState<LineKind>(line?.kind ?? 'ACCOUNT');
  const [chosen, setChosen] = useState<ChosenLine | null>(line);
  const [description, setDescription] = useState(line?.description ?? '');
  const [cents, setCents] = useState<number | null>(line ? toCents(line.original) : null);
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(props);
  // It has no account to which another kind could belong.
  const isCodeless = line !== null && line.account === line.kind;
  // Fringes and contingency without an account of the chart are named by their kind.
  const key = chosen ?? (kind === 'ACCOUNT' ? null : { account: kind, codes: {} });
  const isTaken = edited.isNew && key !== null && budget.lines.some((one) => lineId(one) === lineId(key));
  const { data: fields } = useAccountFields();
  const hasCodes = lineCodeTypes.some((type) => fields?.some(({ config_type }) => config_type === type));
  const submit = () => {
    setTried(true);
    if (key === null || isTaken || cents === null || isBusy) return;
    const edit = {
      kind: 'amount',
      account: key.account,
      codes: key.codes,
      amount: fromCents(cents),
      description,
      lineKind: kind,
    } as const;
    void save(edit, edited.isNew ? 'Line added.' : 'Line saved.');
  };
  return (
    <EditDialog
      title={edited.isNew ? 'Add Line' : 'Edit Line'}
      isBusy={isBusy}
      onClose={onClose}
      onSave={submit}
    >
      <FailureLine text={failure} />
      <Select
        label="Kind"
        options={kindOptions}
        isDisabled={isCodeless}
        value={kind}
        onChange={(id) => setKind(lineKinds.find((one) => one === id) ?? 'ACCOUNT')}
      />
      {edited.isNew ? (
        <LineField
          label="Account"
          budget={budget}
          value={chosen}
          onChange={setChosen}
          isRequired={kind === 'ACCOUNT'}
          {...(isTaken && hasCodes && { hint: codeHint })}
          error={missing(isTried, isTaken || key === null, isTaken ? accountTaken : accountMissing)}
        />
      ) : null}
      {line && !isCodeless ? (
        <TextField label="Account" value={accountName(line)} onChange={() => undefined} isReadOnly />
      ) : null}
      <TextField
        label="Description"
        value={description}
        maxLength={budgetLimits.description}
        onChange={setDescription}
      />
      <MoneyField
        label="Budget"
        cents={cents}
        currency={budget.currency}
        onChange={setCents}
        isRequired
        error={missing(isTried, cents === null, amountMissing)}
      />
    </EditDialog>
  );
}

/** Locks a working budget after a question (BUD-08). */
export function LockDialog(props: ChangeDialogProps) {
  const { budget, onClose } = props;
  const { save, isBusy, failure } = useSave(props);
  const total = formatMoney(toCents(budget.totals.final), budget.currency);
  return (
    <ConfirmDialog
      title="Lock this budget?"
      isOpen
      confirm="Lock"
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => void save({ kind: 'lock' }, 'Budget locked.')}
    >
      {`“${budget.name}” with ${total} becomes the budget that counts. Its amounts can never be changed again, only by transfers and approved overages.`}
      <FailureLine text={failure} />
    </ConfirmDialog>
  );
}

/** A dialog for an amount and a reason, with the fields of its children above. */
function ReasonedChange(
  props: ChangeDialogProps & {
    title: string;
    hint?: string;
    /** Whether the children are filled in. */
    isComplete: boolean;
    done: string;
    changeOf: (amount: number, reason: string) => BudgetEdit;
    children: (isTried: boolean) => ReactNode;
  },
) {
  const { budget, hint, isComplete } = props;
  const [cents, setCents] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(props);
  const submit = () => {
    setTried(true);
    if (!isComplete || cents === null || reason.trim() === '' || isBusy) return;
    void save(props.changeOf(fromCents(cents), reason), props.done);
  };
  return (
    <EditDialog title={props.title} isBusy={isBusy} onClose={props.onClose} onSave={submit}>
      <FailureLine text={failure} />
      {props.children(isTried)}
      <MoneyField
        label="Amount"
        {...(hint !== undefined && { hint })}
        cents={cents}
        currency={budget.currency}
        onChange={setCents}
        isRequired
        error={missing(isTried, cents === null, amountMissing)}
      />
      <TextArea
        label="Reason"
        isRequired
        limit={budgetLimits.reason}
        value={reason}
        onChange={setReason}
        error={missing(isTried, reason.trim() === '', reasonMissing)}
      />
    </EditDialog>
  );
}

/** Moves budget between two lines (BUD-09). */
export function TransferDialog(props: ChangeDialogProps) {
  const { budget } = props;
  const [from, setFrom] = useState<ChosenLine | null>(null);
  const [to, setTo] = useState<ChosenLine | null>(null);
  const source = from && budget.lines.find((line) => lineId(line) === lineId(from));
  const left = source ? `${formatMoney(toCents(source.final), budget.currency)} final budget.` : undefined;
  return (
    <ReasonedChange
      {...props}
      title="Transfer"
      isComplete={from !== null && to !== null}
      done="Transfer saved."
      changeOf={(amount, reason) => ({
        kind: 'transfer',
        from: from?.account ?? '',
        fromCodes: from?.codes ?? {},
        to: to?.account ?? '',
        toCodes: to?.codes ?? {},
        amount,
        reason,
      })}
    >
      {(isTried) => (
        <>
          <LineField
            label="From"
            budget={budget}
            onlyBudgeted
            value={from}
            onChange={setFrom}
            isRequired
            {...(left !== undefined && { hint: left })}
            error={missing(isTried, from === null, accountMissing)}
          />
          <LineField
            label="To"
            budget={budget}
            value={to}
            onChange={setTo}
            isRequired
            error={missing(isTried, to === null, accountMissing)}
          />
        </>
      )}
    </ReasonedChange>
  );
}

/** Raises the final budget of a line (BUD-09). */
export function OverageDialog(props: ChangeDialogProps) {
  const [line, setLine] = useState<ChosenLine | null>(null);
  return (
    <ReasonedChange
      {...props}
      title="Approved Overage"
      hint="Raises the final budget. A negative amount takes an earlier overage back."
      isComplete={line !== null}
      done="Approved overage saved."
      changeOf={(amount, reason) => ({
        kind: 'overage',
        account: line?.account ?? '',
        codes: line?.codes ?? {},
        amount,
        reason,
      })}
    >
      {(isTried) => (
        <LineField
          label="Account"
          budget={props.budget}
          value={line}
          onChange={setLine}
          isRequired
          error={missing(isTried, line === null, accountMissing)}
        />
      )}
    </ReasonedChange>
  );
}
