import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { SettingForm } from './setting-form.tsx';

/** An amount of a setting, in the currency of each document, with its own button to save it. */
export function AmountSetting(props: {
  label: string;
  cents: number | null;
  onChange: (cents: number | null) => void;
  isChanged: boolean;
  isReadOnly: boolean;
  isBusy: boolean;
  onSave: () => void;
}) {
  const { label, cents, onChange, isChanged, isReadOnly, isBusy, onSave } = props;
  return (
    <SettingForm
      className="grid grid-cols-[minmax(0,12rem)_auto_1fr] items-end gap-x-2 gap-y-1"
      reason={isChanged ? null : 'Enter another amount.'}
      isReadOnly={isReadOnly}
      isBusy={isBusy}
      onSave={onSave}
      note={<p className="col-span-full text-xs text-ink-muted">In the currency of each document.</p>}
    >
      <div>
        <MoneyField label={label} cents={cents} onChange={onChange} currency="" isDisabled={isReadOnly} />
      </div>
    </SettingForm>
  );
}
