import { useRef } from 'react';
import { draftTotalCents, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { formatMoney } from '#domain/values/money';
import { withAmount } from '#domain/documents/rental';
import { useToast } from '../../parts/overlays/toast.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';

/**
 * The amount of a line, which can be typed instead of its unit cost. It is divided by the quantity at the time of
 * focus, so that intermediate input has no lasting effect (LI-04).
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
  const quantityAtFocus = useRef<number | null | undefined>(undefined);
  const cents = draftTotalCents(line);
  const change = (amount: number | null) => {
    const quantity = quantityAtFocus.current === undefined ? line.quantity : quantityAtFocus.current;
    quantityAtFocus.current = quantity;
    onChange((now) =>
      amount === null ? { ...now, unitCost: null } : withAmount({ ...now, quantity }, amount),
    );
  };
  const leave = () => {
    const before = quantityAtFocus.current;
    quantityAtFocus.current = undefined;
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
      draftKey={`${line.keyId} amount`}
      onChange={change}
      onBlur={leave}
    />
  );
}
