import { useState } from 'react';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { Rows, Section } from '../managed-form/section.tsx';
import { readOnlyText, useDetails, useSettingsChange } from './show-details.ts';

/** What approvers without permission to read budgets see of them (BUD-24). */
export function BudgetOnDecision(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const press = async (isShown: boolean) => {
    setPressed(isShown);
    await change({ budgetOnDecision: isShown ? 'ANSWER' : 'NOTHING' });
    setPressed(null);
  };
  return (
    <Section title="Budget">
      <Rows>
        <Switch
          label="Everybody sees “within budget” or “over budget”"
          hint="On documents in approval. Only users who may read budgets see figures."
          isSelected={pressed ?? settings.budgetOnDecision === 'ANSWER'}
          reason={props.isReadOnly ? readOnlyText : null}
          onChange={(on) => void press(on)}
        />
      </Rows>
    </Section>
  );
}
