import { useState } from 'react';
import { fromCents, toCents } from '#domain/values/money';
import type { OverReliefMode } from '#domain/settings';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { FieldGrid, Section } from '../managed-form/section.tsx';
import { SettingForm } from './setting-form.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

const modes = [
  { id: 'REFUSE', text: 'Refuse', detail: 'It cannot be submitted or finally approved.' },
  { id: 'WARN', text: 'Warn only', detail: 'Relief indicators mark such lines.' },
] as const satisfies readonly { id: OverReliefMode; text: string; detail: string }[];

/** What happens to invoices that take more than the remaining balance of a purchase order line (DEC-39). */
export function ReliefLimit(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const [amount, setAmount] = useState<number | null>(toCents(settings.overReliefToleranceAmount));
  const [percent, setPercent] = useState<number | null>(toCents(settings.overReliefTolerancePercent));
  const [isBusy, setBusy] = useState(false);
  const limits = {
    overReliefToleranceAmount: fromCents(amount ?? 0),
    overReliefTolerancePercent: fromCents(percent ?? 0),
  };
  const isChanged =
    limits.overReliefToleranceAmount !== settings.overReliefToleranceAmount ||
    limits.overReliefTolerancePercent !== settings.overReliefTolerancePercent;
  const isOutOfRange = (amount ?? 0) < 0 || (percent ?? 0) < 0 || (percent ?? 0) > 100_00;
  const save = async () => {
    setBusy(true);
    await change(limits);
    setBusy(false);
  };
  const reason = isOutOfRange ? 'Enter no less than 0, and at most 100 percent.' : null;
  return (
    <Section
      title="Relief beyond a line"
      text="An invoice that takes more of a purchase order line than is left of it. A step of an approval flow may be allowed to approve it."
    >
      <div className="grid gap-4">
        <Select
          label="Over-relief"
          options={modes}
          value={settings.overReliefMode}
          isDisabled={props.isReadOnly}
          hint={modes.find(({ id }) => id === settings.overReliefMode)?.detail ?? ''}
          onChange={(id) => {
            const chosen = modes.find((one) => one.id === id);
            if (chosen && chosen.id !== settings.overReliefMode) void change({ overReliefMode: chosen.id });
          }}
        />
        <SettingForm
          className="grid justify-items-start gap-4"
          reason={isChanged ? reason : 'Nothing has been changed.'}
          isReadOnly={props.isReadOnly}
          isBusy={isBusy}
          onSave={() => void save()}
        >
          <FieldGrid>
            <MoneyField
              label="Tolerated amount"
              hint="Per line, in the order's currency."
              currency=""
              maxLength={16}
              cents={amount}
              onChange={setAmount}
              isReadOnly={props.isReadOnly}
            />
            <MoneyField
              label="Tolerated percent"
              hint="Of the line. The larger of the two applies."
              currency=""
              maxLength={6}
              cents={percent}
              onChange={setPercent}
              isReadOnly={props.isReadOnly}
            />
          </FieldGrid>
        </SettingForm>
      </div>
    </Section>
  );
}
