import { useState } from 'react';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { milestoneOptions } from '../managed-form/milestone-options.ts';
import { Section } from '../managed-form/section.tsx';
import { SettingForm } from './setting-form.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

/** The numbers of purchase orders, and from which milestone they are shown (DEC-17, DEC-64). */
export function Numbers(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const [start, setStart] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged = start !== null && start !== settings.poNumberStart;
  const save = async () => {
    if (!isChanged) return;
    setBusy(true);
    if (await change({ poNumberStart: start })) setStart(null);
    setBusy(false);
  };
  return (
    <Section
      title="PO numbers"
      text="New numbers continue from the highest one in use. A lower first number has no effect."
    >
      <div className="grid gap-4">
        <Select
          label="Show PO numbers"
          options={milestoneOptions}
          value={settings.displayPoNumbers}
          isDisabled={props.isReadOnly}
          hint="Each user can have their own milestone."
          onChange={(id) => {
            const chosen = milestoneOptions.find((one) => one.id === id);
            if (chosen && chosen.id !== settings.displayPoNumbers)
              void change({ displayPoNumbers: chosen.id });
          }}
        />
        <SettingForm
          className="flex items-end gap-2"
          reason={isChanged ? null : 'Nothing has been changed.'}
          isReadOnly={props.isReadOnly}
          isBusy={isBusy}
          onSave={() => void save()}
        >
          <div className="w-48">
            <IntegerField
              label="First PO number"
              value={start ?? settings.poNumberStart}
              onChange={setStart}
              minimum={1}
              maxLength={10}
              isDisabled={props.isReadOnly}
            />
          </div>
        </SettingForm>
      </div>
    </Section>
  );
}
