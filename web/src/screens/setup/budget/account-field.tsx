import { lineName } from '#domain/budget/budget';
import type { Budget } from '#domain/budget/budget-response';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import type { FieldProps } from '../../../parts/fields/field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';

const textOf = (account: string, description: string) => [account, description].filter(Boolean).join(' · ');

/** Selects a line of the budget or, unless `onlyBudgeted`, an account of the chart. A chart without accounts accepts any text. */
export function AccountField(
  props: FieldProps & {
    budget: Budget;
    value: string | null;
    onChange: (account: string | null) => void;
    onlyBudgeted?: boolean;
  },
) {
  const { budget, value, onChange, onlyBudgeted = false, ...field } = props;
  const { data: fields } = useAccountFields();
  const parts = fields?.find(({ config_type }) => config_type === 'ACCOUNT')?.account_parts ?? [];
  const budgeted = budget.lines.map((line): Option => {
    const name = lineName(line);
    return { id: line.account, text: name === line.account ? textOf(name, line.description) : name };
  });
  const known = new Set(budgeted.map(({ id }) => id));
  const others = parts
    .filter(({ id_code }) => !known.has(id_code))
    .map(({ id_code, description }): Option => ({ id: id_code, text: textOf(id_code, description) }));
  const options = onlyBudgeted ? budgeted : [...budgeted, ...others];
  const isFree = !onlyBudgeted && fields !== undefined && parts.length === 0;
  const chosen =
    options.find(({ id }) => id === value) ?? (value === null ? null : { id: value, text: value });
  return (
    <ComboBox
      {...field}
      options={options}
      isLoadingOptions={!onlyBudgeted && fields === undefined}
      value={chosen}
      onChange={(option) => onChange(option?.id ?? null)}
      {...(isFree && { onOther: (text: string) => onChange(text.trim() || null) })}
    />
  );
}
