import { limitHint } from '#domain/currency/converted-text';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { SettingForm } from './setting-form.tsx';

/** An amount of a setting that limits compare (CURR-30), with its own button to save it. */
export function AmountSetting(props: {
  label: string;
  cents: number | null;
  onChange: (cents: number | null) => void;
  isChanged: boolean;
  isReadOnly: boolean;
  isBusy: boolean;
  onSave: () => void;
}) {
  const { baseCurrency } = useSession().config.settings;
  const { label, cents, onChange, isChanged, isReadOnly, isBusy, onSave } = props;
  return (
    <SettingForm
      className="grid grid-cols-[minmax(0,12rem)_auto_1fr] items-end gap-x-2 gap-y-1"
      reason={isChanged ? null : 'Enter another amount.'}
      isReadOnly={isReadOnly}
      isBusy={isBusy}
      onSave={onSave}
      note={<p className="col-span-full text-xs text-ink-muted">{limitHint(baseCurrency)}</p>}
    >
      <div>
        <MoneyField label={label} cents={cents} onChange={onChange} currency="" isDisabled={isReadOnly} />
      </div>
    </SettingForm>
  );
}
