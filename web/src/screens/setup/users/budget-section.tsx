import { maxAccountRanges, maxRangeCode } from '#domain/budget/account-ranges';
import type { AccountRange } from '#domain/budget/account-ranges';
import { isGuarantor } from '#domain/identity/permissions';
import { comesWithBudget } from '#domain/management/user';
import { Button } from '../../../parts/controls/button.tsx';
import { SelectOrDisabled } from '../../../parts/fields/disabled-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { Field, FieldGrid, Rows, Section } from '../managed-form/section.tsx';
import { userTexts } from './messages.ts';
import { seesBudget } from './user-draft.ts';
import { Toggle, changed } from './user-section.tsx';
import type { UserSectionProps } from './user-section.tsx';

const choices = [
  { id: 'ALL', text: 'All accounts' },
  { id: 'SOME', text: 'Only some accounts' },
] as const;

const noRange: AccountRange = { from: '', to: '' };

/** Whether a user sees the budget whose role does not read it, and which accounts (BUD-37, BUD-50). */
export function BudgetSection(props: UserSectionProps) {
  const { form, values, errorAt, isReadOnly, isSelf } = props;
  const { can } = useSession();
  const isOfRole = comesWithBudget(values.roleId);
  const ranges = seesBudget(values) ? values.budgetAccounts : null;
  const lock = isSelf ? userTexts.ownBudget : can('Budget', 'FULL') ? null : userTexts.partOfBudget;
  const isLocked = isReadOnly || lock !== null;
  const set = (next: AccountRange[] | null) => form.setValue('budgetAccounts', next, changed);
  return (
    <Section
      title="Budget"
      text={
        isGuarantor({ role: values.roleId })
          ? 'What this person sees in issued cost reports.'
          : 'What this person sees in budgets, cost reports, forms, reviews and e-mails.'
      }
    >
      <div className="grid gap-4">
        {isOfRole ? null : (
          <Rows>
            <Toggle
              {...props}
              name="readBudget"
              label="Sees the budget"
              hint="Figures of budgets and costs. Only administrators change them."
              isClosed={isReadOnly}
              reason={isReadOnly ? null : lock}
            />
          </Rows>
        )}
        {seesBudget(values) ? (
          <FieldGrid>
            <SelectOrDisabled
              label="Accounts of the budget"
              options={choices}
              value={ranges ? 'SOME' : 'ALL'}
              onChange={(id) => set(id === 'SOME' ? [noRange] : null)}
              isDisabled={isReadOnly}
              reason={lock}
            />
          </FieldGrid>
        ) : null}
        {ranges ? (
          <div className="grid gap-3">
            <p className="text-sm text-pretty text-ink-muted">
              Everything else is left out, also of totals. Budgets can then be seen, but not changed.
            </p>
            <ul className="grid gap-3">
              {ranges.map((range, index) => (
                <li key={index} className="flex max-w-[32rem] items-end gap-2">
                  {(['from', 'to'] as const).map((end) => (
                    <div key={end} className="min-w-0 flex-1">
                      <Field name={`budgetAccounts.${index}.${end}`}>
                        <TextField
                          label={end === 'from' ? 'From account' : 'To account'}
                          value={range[end]}
                          maxLength={maxRangeCode}
                          isReadOnly={isLocked}
                          error={errorAt(`budgetAccounts.${index}.${end}`)}
                          onChange={(code) => set(ranges.with(index, { ...range, [end]: code }))}
                        />
                      </Field>
                    </div>
                  ))}
                  {ranges.length > 1 && !isLocked ? (
                    <Button
                      aria-label={`Remove range ${index + 1}`}
                      onPress={() => set(ranges.toSpliced(index, 1))}
                    >
                      Remove
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            {ranges.length < maxAccountRanges && !isLocked ? (
              <div>
                <Button onPress={() => set([...ranges, noRange])}>Add Range</Button>
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </Section>
  );
}
