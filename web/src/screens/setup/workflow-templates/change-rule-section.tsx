import { changeRules } from '#domain/workflow/change-order-steps';
import type { ChangeRule, ChangeRuleName } from '#domain/workflow/change-order-steps';
import { fromHundredths } from '#domain/values/money';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { Field, FieldGrid, Section } from '../managed-form/section.tsx';

const names = {
  NEW_TOTAL: 'The new total',
  CHANGE: 'The change',
  CHANGE_OVER_PERCENT: 'The change, if it is over a percentage',
} as const satisfies Record<ChangeRuleName, string>;

const options = changeRules.map((id) => ({ id, text: names[id] }));

const crossing =
  'If the new total goes over the limit of a step, the steps up to the one over that limit are always included.';

/** What the rule means, for people who set up a flow. */
function meaningOf({ rule, percentHundredths }: ChangeRule): string {
  if (rule === 'NEW_TOTAL') return 'A change order takes the steps that its new total needs.';
  if (rule === 'CHANGE')
    return `A change order takes the steps that the amount of the change needs. ${crossing}`;
  const percent = percentHundredths ? `${fromHundredths(percentHundredths)} %` : 'this percentage';
  return `Up to ${percent}, the first step is enough. Over it, a change order takes the steps of its new total, at least the second one. It counts all changes since a step last approved, as a share of what that step approved. ${crossing}`;
}

/** Which amount decides for a change order of the flow (CHANGE-01). */
export function ChangeRuleSection(props: {
  change: ChangeRule;
  isReadOnly: boolean;
  error: string | null;
  onChange: (change: ChangeRule) => void;
}) {
  const { change, isReadOnly, onChange } = props;
  return (
    <Section title="Change orders" text="Which amount decides which steps a change order takes.">
      <div className="grid gap-3">
        <FieldGrid>
          <Select
            label="Decided by"
            options={options}
            value={change.rule}
            isDisabled={isReadOnly}
            onChange={(id) => {
              const rule = changeRules.find((one) => one === id);
              if (rule) onChange({ ...change, rule });
            }}
          />
          {change.rule === 'CHANGE_OVER_PERCENT' ? (
            <Field name="changeOrderPercent">
              <MoneyField
                label="Percentage"
                currency=""
                maxLength={6}
                isRequired
                cents={change.percentHundredths}
                error={props.error}
                isReadOnly={isReadOnly}
                onChange={(percentHundredths) => onChange({ ...change, percentHundredths })}
              />
            </Field>
          ) : null}
        </FieldGrid>
        <p className="text-sm text-pretty text-ink-muted">{meaningOf(change)}</p>
      </div>
    </Section>
  );
}
