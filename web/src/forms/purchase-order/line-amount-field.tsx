import { useRef } from 'react';
import { draftTotalCents, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { formatMoney } from '#domain/values/money';
import { withAmount } from '#domain/documents/rental';
import { useToast } from '../../parts/overlays/toast.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';

/**
 * LI-04: the amount of a line, which can be typed instead of its unit cost. It is divided by the quantity that the line
 * had when the field was entered: what is typed on the way to an amount changes nothing for good.
 */
export function LineAmountField(props: {
  label: string;
  hideLabel: boolean;
  error: string | null;
  line: LineDraft;
  currency: string;
  onChange: (edit: (line: LineDraft) => LineDraft) => void;
}) {
  const { line, currency, onChange, ...field } = props;
  const flash = useToast();
  const entered = useRef<number | null | undefined>(undefined);
  const cents = draftTotalCents(line);
  const change = (amount: number | null) => {
    const quantity = entered.current === undefined ? line.quantity : entered.current;
    entered.current = quantity;
    onChange((now) =>
      amount === null ? { ...now, unitCost: null } : withAmount({ ...now, quantity }, amount),
    );
  };
  const leave = () => {
    const before = entered.current;
    entered.current = undefined;
    if (before === undefined || before === line.quantity || Number.isNaN(cents)) return;
    const amount = formatMoney(cents, currency);
    flash(
      'info',
      `${amount} cannot be divided evenly by ${before ?? 0}, so the quantity is now 1 at ${amount}.`,
    );
  };
  return (
    <MoneyField
      {...field}
      cents={Number.isNaN(cents) ? null : cents}
      currency={currency}
      maxLength={unitCostInput.maximumLength}
      keptAs={`${line.keyId} amount`}
      onChange={change}
      onBlur={leave}
    />
  );
}
