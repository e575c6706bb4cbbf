import type { OverBudget } from '#domain/budget/over-budget';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { Field } from '../managed-form/section.tsx';
import type { StepDraft } from './workflow-draft.ts';

const always = 'ALWAYS';

const choices = [
  { id: always, text: 'To every document' },
  { id: 'AMOUNT', text: 'Over budget by an amount' },
  { id: 'PERCENT', text: 'Over budget by a percentage' },
] as const;

const hints = {
  AMOUNT: 'To documents that take an account over its budget by more than this. 0 for any amount.',
  PERCENT: 'To documents that take an account over its budget by more than this share of it.',
} as const satisfies Record<OverBudget['unit'], string>;

/** Whether a step applies to every document or only to those over budget (BUD-31). */
export function OverBudgetFields(props: {
  step: StepDraft;
  index: number;
  isReadOnly: boolean;
  errorAt: (field: string) => string | null;
  onChange: (change: Partial<StepDraft>) => void;
}) {
  const { step, index, isReadOnly, errorAt, onChange } = props;
  const { overBudget } = step;
  const choose = (id: string | null) => {
    if (id === 'AMOUNT' || id === 'PERCENT') onChange({ overBudget: { unit: id, limit: 0 } });
    else onChange({ overBudget: null });
  };
  return (
    <>
      <Select
        label="Applies"
        options={choices}
        value={overBudget?.unit ?? always}
        isDisabled={isReadOnly}
        hint={overBudget ? hints[overBudget.unit] : ''}
        onChange={choose}
      />
      {overBudget ? (
        <Field name={`steps.${index}.overBudget`}>
          <MoneyField
            label={overBudget.unit === 'AMOUNT' ? 'Over by more than' : 'Over by more than (%)'}
            currency=""
            maxLength={16}
            cents={overBudget.limit}
            error={errorAt('overBudget')}
            isReadOnly={isReadOnly}
            onChange={(cents) => onChange({ overBudget: { ...overBudget, limit: cents ?? 0 } })}
          />
        </Field>
      ) : null}
    </>
  );
}
