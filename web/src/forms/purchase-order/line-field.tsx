import type { ReactNode } from 'react';
import { quantityInput, unitCostInput, draftTotalCents } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { descriptionField, orderLineFields, textBoxOf } from '#domain/documents/line-fields';
import { fromCents, toCents, formatMoney } from '#domain/values/money';
import { issueTexts } from '#domain/documents/validation';
import { DateField } from '../../parts/fields/date-field.tsx';
import { IntegerField } from '../../parts/fields/integer-field.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { Select } from '../../parts/fields/select.tsx';
import { LineTextField } from '../document/lines/line-text-field.tsx';
import { LineCodeField } from '../document/lines/line-code-fields.tsx';
import type { LineContext, LineFieldProps } from '../document/lines/line-editor.ts';
import { rentalCalculation } from '#domain/documents/rental-text';
import { itemTypeOf, itemTypes, typedItem, unitCostLabel, withRental } from './item-types.ts';
import { useRef } from 'react';
import { withAmount } from '#domain/documents/rental';
import { useToast } from '../../parts/overlays/toast.tsx';

/**
 * The amount of a line, which can be typed instead of its unit cost. It is divided by the quantity at the time of
 * focus, so that intermediate input has no lasting effect (LI-04).
 */
function LineAmountField(props: {
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

export interface OrderLineContext extends LineContext {
  updateRentalQuantity: boolean;
}

type FieldProps = LineFieldProps<LineDraft> & { context: OrderLineContext };

/** The error of the current text; blur corrects it (LI-12, LI-15). */
function currentError({ name, line }: FieldProps): string | null {
  if (name === 'quantity' && !(line.quantity !== null && line.quantity > 0)) return issueTexts.line_quantity;
  return name === 'unitCost' && line.unitCost === null ? issueTexts.line_unit_cost : null;
}

function shared(props: FieldProps) {
  const { label, hideLabel = false, error } = props;
  return { label, hideLabel, error: error ?? currentError(props) };
}

function lineControls(props: FieldProps): Readonly<Record<string, () => ReactNode>> {
  const { line, context, onChange } = props;
  const rule = { updateRentalQuantity: context.updateRentalQuantity, locked: false };
  return {
    itemType: () => (
      <Select
        {...shared(props)}
        value={itemTypeOf(line)}
        options={itemTypes}
        onChange={(id) => id !== null && onChange((now) => withRental(now, typedItem(id), rule))}
      />
    ),
    rentalStart: () => (
      <DateField
        {...shared(props)}
        value={line.rentalStart}
        onChange={(rentalStart) => onChange((now) => withRental(now, { rentalStart }, rule))}
      />
    ),
    rentalEnd: () => (
      <DateField
        {...shared(props)}
        value={line.rentalEnd}
        onChange={(rentalEnd) => onChange((now) => withRental(now, { rentalEnd }, rule))}
      />
    ),
    quantity: () => (
      <IntegerField
        {...shared(props)}
        value={line.quantity}
        minimum={quantityInput.minimum}
        maxLength={quantityInput.maximumLength}
        onChange={(quantity) => onChange((now) => ({ ...now, quantity }))}
      />
    ),
    unitCost: () => (
      <MoneyField
        {...shared(props)}
        label={unitCostLabel(line.acquisitionType)}
        hint={rentalCalculation(line, context.currency)}
        cents={line.unitCost === null ? null : toCents(line.unitCost)}
        currency={context.currency}
        maxLength={unitCostInput.maximumLength}
        draftKey={`${line.keyId} unitCost`}
        onChange={(cents) =>
          onChange((now) => ({ ...now, unitCost: cents === null ? null : fromCents(cents) }))
        }
        restoresZero
      />
    ),
    totalCost: () => (
      <LineAmountField {...shared(props)} line={line} currency={context.currency} onChange={onChange} />
    ),
    description: () => <LineTextField {...props} field={descriptionField} />,
  };
}

/** A field of a purchase order line, in a table cell or the phone's sheet. */
export function OrderLineField(props: FieldProps) {
  const textBox = textBoxOf(orderLineFields, props.name);
  if (textBox) return <LineTextField {...props} field={textBox} />;
  return lineControls(props)[props.name]?.() ?? <LineCodeField {...props} />;
}
