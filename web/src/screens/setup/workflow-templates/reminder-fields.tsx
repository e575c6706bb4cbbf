import { templateBounds } from '#domain/workflow/workflow-template';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { Select, memberOption } from '../../../parts/fields/select.tsx';
import { Field } from '../managed-form/section.tsx';
import type { Approver } from './calls.ts';
import type { StepDraft } from './workflow-draft.ts';

const none = { id: '', text: 'Nobody', detail: 'The Show Admins are notified.' };

interface Props {
  step: StepDraft;
  index: number;
  people: readonly Approver[];
  isReadOnly: boolean;
  errorAt: (field: string) => string | null;
  onChange: (change: Partial<StepDraft>) => void;
}

/** Those who may become the backup approver, with the present one, who may no longer be able to approve. */
function backupOptions({ step: { approvers, backup }, people }: Props) {
  const others = people.filter(({ id }) => !approvers.some(({ userId }) => userId === id));
  const isMissing = backup !== null && !others.some(({ id }) => id === backup.userId);
  return [
    none,
    ...others.map(({ id, name }) => ({ id, text: name })),
    ...(isMissing ? [memberOption({ id: backup.userId, ...backup })] : []),
  ];
}

/** When a step reminds its approvers, and when its backup approver is added (NUDGE-09, NUDGE-11). */
export function ReminderFields(props: Props) {
  const { step, index, people, isReadOnly, errorAt, onChange } = props;
  const at = (field: string) => `steps.${index}.${field}`;
  const days = (value: number | null) =>
    value === null ? null : Math.min(value, templateBounds.days) || null;
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-[4fr_4fr_8fr]">
      <Field name={at('remindAfterDays')}>
        <IntegerField
          label="Remind after"
          hint="Working days. Empty for never."
          value={step.remindAfterDays}
          onChange={(value) => onChange({ remindAfterDays: days(value) })}
          minimum={null}
          maxLength={3}
          isReadOnly={isReadOnly}
        />
      </Field>
      <Field name={at('escalateAfterDays')}>
        <IntegerField
          label="Escalate after"
          hint="Working days. Empty for never."
          value={step.escalateAfterDays}
          onChange={(value) => onChange({ escalateAfterDays: days(value) })}
          minimum={null}
          maxLength={3}
          error={errorAt('escalateAfterDays')}
          isReadOnly={isReadOnly}
        />
      </Field>
      <Field name={at('backup')}>
        <Select
          label="Backup approver"
          hint="Joins the approvers of the step when it escalates."
          options={backupOptions(props)}
          value={step.backup?.userId ?? none.id}
          onChange={(id) => {
            const person = people.find((one) => one.id === id);
            if (id === none.id) onChange({ backup: null });
            if (!person) return;
            const { id: userId, name, initials } = person;
            onChange({ backup: { userId, name, initials, isActive: true } });
          }}
          error={errorAt('backup')}
          isReadOnly={isReadOnly}
        />
      </Field>
    </div>
  );
}
