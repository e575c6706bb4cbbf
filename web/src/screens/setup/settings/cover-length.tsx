import { useState } from 'react';
import { defaultCoverDays, longestCoverDays } from '#domain/cover/cover-request';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { Section } from '../managed-form/section.tsx';
import { SettingForm } from './setting-form.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

const tooLong = `Enter ${defaultCoverDays} to ${longestCoverDays} days.`;

/** The most days of a cover (COV-16). */
export function CoverLength(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const [days, setDays] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged = days !== null && days !== settings.maxCoverDays;
  const isTooLong = days !== null && days > longestCoverDays;
  const save = async () => {
    if (!isChanged) return;
    setBusy(true);
    if (await change({ maxCoverDays: days })) setDays(null);
    setBusy(false);
  };
  return (
    <Section
      title="Cover"
      text="While an approver is away, another approver can decide for them. A longer absence is a replacement."
    >
      <SettingForm
        className="flex items-end gap-2"
        reason={isTooLong ? tooLong : isChanged ? null : 'Nothing has been changed.'}
        isReadOnly={props.isReadOnly}
        isBusy={isBusy}
        onSave={() => void save()}
      >
        <div className="w-48">
          <IntegerField
            label="Longest cover in days"
            value={days ?? settings.maxCoverDays}
            onChange={setDays}
            minimum={defaultCoverDays}
            maxLength={3}
            error={isTooLong ? tooLong : null}
            isDisabled={props.isReadOnly}
          />
        </div>
      </SettingForm>
    </Section>
  );
}
