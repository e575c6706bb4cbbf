import type { ReactNode } from 'react';
import { quantityInput, unitCostInput } from '#domain/line';
import type { LineDraft } from '#domain/line';
import { fromCents, toCents } from '#domain/money';
import { issueTexts } from '#domain/validation';
import { ComboBox } from '../../parts/combo-box.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { DigitsField } from '../../parts/digits-field.tsx';
import { MoneyField } from '../../parts/money-field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TooltipText } from '../../parts/tooltip.tsx';
import { accountField, codeOptions, codingType } from './line-context.ts';
import type { CellName, LineContext } from './line-context.ts';
import { itemTypeOf, itemTypes, typedItem, unitCostLabel, withCode, withRental } from './line-edits.ts';

export interface LineFieldProps {
  name: CellName;
  label: string;
  /** Labels are drawn on a phone; in the table the column's head names the cell. */
  hideLabel?: boolean;
  line: LineDraft;
  context: LineContext;
  error: string | null;
  onChange: (line: LineDraft) => void;
}

/** LI-12, LI-15: said while it stands in the box; leaving the box corrects it. */
function standing({ name, line }: LineFieldProps): string | null {
  if (name === 'quantity' && !(line.quantity !== null && line.quantity > 0)) return issueTexts.line_quantity;
  return name === 'unitCost' && line.unitCost === null ? issueTexts.line_unit_cost : null;
}

function shared(props: LineFieldProps) {
  const { label, hideLabel = false, error } = props;
  return { label, hideLabel, error: error ?? standing(props) };
}

function CodeField(props: LineFieldProps) {
  const { line, context, onChange } = props;
  const type = codingType(props.name) ?? '';
  const field = accountField(context, props.name);
  const code = line.coding[type] ?? '';
  const set = (next: string) => onChange(withCode(line, type, next, context.coding.fields ?? []));
  if (!field || field.account_parts.length === 0) {
    return <TextField {...shared(props)} value={code} onChange={set} maxLength={100} />;
  }
  const options = codeOptions(field, context.coding);
  const value = code === '' ? null : (options.find(({ id }) => id === code) ?? { id: code, text: code });
  return (
    <ComboBox
      {...shared(props)}
      value={value}
      onChange={(option) => set(option?.id ?? '')}
      options={options}
      opensOn="input"
      emptyText="No options available"
    />
  );
}

function TaxField(props: LineFieldProps) {
  const { line, context, onChange } = props;
  if (context.taxCodes.length === 0) {
    return (
      <TooltipText text="Tax codes not available" className="block px-2.5 text-ink-muted">
        {props.hideLabel ? <span aria-hidden>—</span> : null}
        <span className={props.hideLabel ? 'sr-only' : ''}>Tax codes not available</span>
      </TooltipText>
    );
  }
  const none = { id: '', text: 'None' };
  const options = context.taxCodes.map(({ code, description }) => ({
    id: code,
    text: code,
    detail: description,
  }));
  return (
    <Select
      {...shared(props)}
      value={line.taxCode ?? ''}
      options={[none, ...options]}
      onChange={(id) => onChange({ ...line, taxCode: id === '' ? null : id })}
    />
  );
}

function fieldsOf(props: LineFieldProps): Partial<Record<CellName, () => ReactNode>> {
  const { line, context, onChange } = props;
  const rule = { updateRentalQuantity: context.updateRentalQuantity, locked: false };
  return {
    itemType: () => (
      <Select
        {...shared(props)}
        value={itemTypeOf(line)}
        options={itemTypes}
        onChange={(id) => id !== null && onChange(withRental(line, typedItem(id), rule))}
      />
    ),
    rentalStart: () => (
      <DateField
        {...shared(props)}
        value={line.rentalStart}
        onChange={(rentalStart) => onChange(withRental(line, { rentalStart }, rule))}
      />
    ),
    rentalEnd: () => (
      <DateField
        {...shared(props)}
        value={line.rentalEnd}
        onChange={(rentalEnd) => onChange(withRental(line, { rentalEnd }, rule))}
      />
    ),
    quantity: () => (
      <DigitsField
        {...shared(props)}
        value={line.quantity}
        minimum={quantityInput.minimum}
        maxLength={quantityInput.maximumLength}
        onChange={(quantity) => onChange({ ...line, quantity })}
      />
    ),
    unitCost: () => (
      <MoneyField
        {...shared(props)}
        label={unitCostLabel(line.acquisitionType)}
        cents={line.unitCost === null ? null : toCents(line.unitCost)}
        currency={context.currency}
        maxLength={unitCostInput.maximumLength}
        onChange={(cents) => onChange({ ...line, unitCost: cents === null ? null : fromCents(cents) })}
        onBlur={() => line.unitCost === null && onChange({ ...line, unitCost: 0 })}
      />
    ),
    description: () => (
      <TextField
        {...shared(props)}
        value={line.description}
        maxLength={1000}
        onChange={(description) => onChange({ ...line, description })}
      />
    ),
    taxCode: () => <TaxField {...props} />,
  };
}

/** One field of a line, in a cell of the table or in the sheet of a phone. */
export function LineField(props: LineFieldProps) {
  return fieldsOf(props)[props.name]?.() ?? <CodeField {...props} />;
}
