import type { TemplateType } from '#domain/document';
import { mayHaveLimit, stepName, templateBounds } from '#domain/workflow/workflow-template';
import type { StepKind } from '#domain/workflow/workflow';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { Select, memberOption } from '../../../parts/fields/select.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { Field } from '../managed-form/section.tsx';
import type { Approver } from './calls.ts';
import { OverBudgetFields } from './over-budget-fields.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import type { StepDraft } from './workflow-draft.ts';

interface Props {
  type: TemplateType;
  step: StepDraft;
  index: number;
  people: readonly Approver[];
  isListFailed: boolean;
  isListComing: boolean;
  isReadOnly: boolean;
  startsFocused: boolean;
  errorAt: (field: string) => string | null;
  onChange: (change: Partial<StepDraft>) => void;
}

const kinds: readonly { id: StepKind; text: string; detail: string }[] = [
  { id: 'STANDARD', text: 'Level', detail: 'Everyone listed, up to the limit.' },
  {
    id: 'DEPARTMENT',
    text: 'Department',
    detail: 'Those listed who belong to the document’s department.',
  },
];

const limitColumns = 'sm:grid-cols-[5fr_4fr_4fr_3fr]';
const noLimitColumns = 'sm:grid-cols-[5fr_8fr_3fr]';

/** The approvers share a row with the condition of the step, if the type of document has one. */
function approverColumns({ type, step }: Props): string {
  if (type === 'PAYMENT') return '';
  return step.overBudget ? 'sm:grid-cols-[7fr_5fr_4fr]' : 'sm:grid-cols-[11fr_5fr]';
}

/** The fields of a step (DEC-20 to DEC-23). */
export function StepFields(props: Props) {
  const { step, index, isReadOnly, errorAt, onChange } = props;
  const at = (field: string) => `steps.${index}.${field}`;
  const { approvers } = step;
  const hasLimit = mayHaveLimit(step);
  return (
    <div className="grid gap-4 p-3 sm:p-4">
      {/* On a phone the short fields share a row. */}
      <div
        className={`grid grid-cols-2 gap-4 max-sm:[&>:nth-child(-n+2)]:col-span-2 ${hasLimit ? limitColumns : noLimitColumns}`}
      >
        <Field name={at('name')}>
          <TextField
            label="Step name"
            placeholder={stepName({ ...step, name: '' }, index)}
            maxLength={templateBounds.stepName}
            value={step.name}
            startsFocused={props.startsFocused}
            onChange={(name) => onChange({ name })}
            isReadOnly={isReadOnly}
          />
        </Field>
        <Field name={at('kind')}>
          <Select
            label="Kind"
            options={kinds}
            value={step.kind}
            isDisabled={isReadOnly}
            hint={
              step.kind === 'STANDARD' && !hasLimit
                ? 'Everyone listed.'
                : (kinds.find(({ id }) => id === step.kind)?.detail ?? '')
            }
            onChange={(id) => onChange({ kind: id === 'DEPARTMENT' ? 'DEPARTMENT' : 'STANDARD' })}
          />
        </Field>
        {hasLimit ? (
          <Field name={at('amountLimit')}>
            <MoneyField
              label="Limit"
              hint="Empty for no limit."
              placeholder="No limit"
              currency=""
              maxLength={16}
              cents={step.limitCents}
              onChange={(limitCents) => onChange({ limitCents })}
              error={errorAt('amountLimit')}
              isReadOnly={isReadOnly}
            />
          </Field>
        ) : null}
        <Field name={at('approvalsNeeded')}>
          <IntegerField
            label="Approvals"
            hint={`Of ${approvers.length} listed.`}
            value={step.needed}
            onChange={(needed) => onChange({ needed })}
            minimum={1}
            maxLength={3}
            error={errorAt('approvalsNeeded')}
            isReadOnly={isReadOnly}
          />
        </Field>
      </div>
      <div className={`grid items-start gap-4 ${approverColumns(props)}`}>
        <Field name={at('approvers')}>
          <MultiSelect
            label="Approvers"
            isRequired
            placeholder="Add an approver"
            emptyText={
              props.isListFailed ? 'The list could not be loaded.' : 'No one else can approve these.'
            }
            isLoadingOptions={props.isListComing}
            options={props.people.map(({ id, name }) => ({ id, text: name }))}
            picked={approvers.map(({ userId, ...person }) => memberOption({ id: userId, ...person }))}
            isReadOnly={isReadOnly}
            isDisabled={isReadOnly}
            error={errorAt('approvers')}
            onPick={({ id }) => {
              const person = props.people.find((one) => one.id === id);
              if (!person) return;
              const { name, initials } = person;
              onChange({ approvers: [...approvers, { userId: id, name, initials, isActive: true }] });
            }}
            onRemove={(id) => onChange({ approvers: approvers.filter(({ userId }) => userId !== id) })}
          />
        </Field>
        {props.type === 'PAYMENT' ? null : (
          <OverBudgetFields
            step={step}
            index={index}
            isReadOnly={isReadOnly}
            errorAt={errorAt}
            onChange={onChange}
          />
        )}
      </div>
      <ReminderFields
        step={step}
        index={index}
        people={props.people}
        isReadOnly={isReadOnly}
        errorAt={errorAt}
        onChange={onChange}
      />
      {props.type === 'INVOICE' ? (
        <Checkbox
          label="May approve over-relief"
          hint="Invoices approved at this step may exceed what is left on a purchase order line."
          isSelected={step.mayApproveOverRelief}
          isDisabled={isReadOnly}
          onChange={(mayApproveOverRelief) => onChange({ mayApproveOverRelief })}
        />
      ) : null}
    </div>
  );
}
