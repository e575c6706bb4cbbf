import { useState } from 'react';
import { fromCents, toCents } from '#domain/values/money';
import { Select } from '../../../parts/fields/select.tsx';
import { Section } from '../managed-form/section.tsx';
import { AmountSetting } from './amount-setting.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

const options = [
  { id: 'NEVER', text: 'Never' },
  { id: 'ABOVE', text: 'Above an amount' },
] as const;

/** The amount above which an approval that cannot be taken back is confirmed (RUN-13). */
export function ConfirmApproval(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const stored = settings.confirmApprovalAbove;
  const [isAbove, setAbove] = useState(stored !== null);
  const [cents, setCents] = useState(stored === null ? null : toCents(stored));
  const [isBusy, setBusy] = useState(false);
  const isChanged = cents !== null && cents >= 0 && fromCents(cents) !== stored;
  const save = async (confirmApprovalAbove: number | null) => {
    setBusy(true);
    const isSaved = await change({ confirmApprovalAbove });
    setBusy(false);
    return isSaved;
  };
  const choose = async (next: boolean) => {
    setAbove(next);
    // The amount is saved by its own button.
    if (next || stored === null) return;
    if (await save(null)) setCents(null);
    else setAbove(true);
  };
  return (
    <Section
      title="Final approval"
      text="An approval that completes a document cannot be taken back. Approvers can be asked before it."
    >
      <div className="grid gap-4">
        <Select
          label="Ask before a final approval"
          options={options}
          value={isAbove ? 'ABOVE' : 'NEVER'}
          isDisabled={props.isReadOnly || isBusy}
          onChange={(id) => void choose(id === 'ABOVE')}
        />
        {isAbove ? (
          <AmountSetting
            label="Above"
            cents={cents}
            onChange={setCents}
            isChanged={isChanged}
            isReadOnly={props.isReadOnly}
            isBusy={isBusy}
            onSave={() => void save(fromCents(cents ?? 0))}
          />
        ) : null}
      </div>
    </Section>
  );
}
