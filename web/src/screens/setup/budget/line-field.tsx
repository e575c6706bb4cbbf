import { lineName } from '#domain/budget/budget';
import type { Budget, BudgetLineResponse } from '#domain/budget/budget-response';
import { codesName, codesText, lineCodeNames, lineCodeTypes } from '#domain/budget/line-codes';
import type { LineCodes, LineCodeType } from '#domain/budget/line-codes';
import type { AccountField } from '#domain/reference-data/reference-data-response';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import type { FieldProps } from '../../../parts/fields/field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';

const joined = (...texts: readonly string[]) => texts.filter(Boolean).join(' · ');

/** A line of a budget, or a new one. */
export interface ChosenLine {
  account: string;
  codes: LineCodes;
}

/** The same id for the same account and codes. */
export const lineId = ({ account, codes }: ChosenLine) => JSON.stringify([account, codesText(codes)]);

const wholeAccount = (account: string): ChosenLine => ({ account, codes: {} });

function textOf(line: BudgetLineResponse): string {
  const name = lineName(line);
  return joined(name, name === line.account ? line.description : '', codesName(line.codes));
}

/** One line for each account of the chart in the budget. */
function accountLines({ lines }: Budget): BudgetLineResponse[] {
  const byAccount = new Map(lines.map((line) => [line.account, { ...line, codes: {} }]));
  return [...byAccount.values()].filter(({ account, kind }) => account !== kind);
}

/**
 * Selects a line of the budget or, unless `onlyBudgeted`, an account of the chart with codes below it. A chart without
 * accounts accepts any text.
 */
export function LineField(
  props: FieldProps & {
    budget: Budget;
    value: ChosenLine | null;
    onChange: (line: ChosenLine | null) => void;
    onlyBudgeted?: boolean;
    /** Selects whole accounts: those of the budget once each, without codes. */
    ofAccounts?: boolean;
  },
) {
  const { budget, value, onChange, onlyBudgeted = false, ofAccounts = false, ...field } = props;
  const { data: fields } = useAccountFields();
  const parts = fields?.find(({ config_type }) => config_type === 'ACCOUNT')?.account_parts ?? [];
  const shown = ofAccounts ? accountLines(budget) : budget.lines;
  const lines = new Map<string, ChosenLine>(shown.map((line) => [lineId(line), line]));
  const budgeted = shown.map((line): Option => ({ id: lineId(line), text: textOf(line) }));
  const others = parts
    .map(({ id_code, description }) => ({ line: wholeAccount(id_code), text: joined(id_code, description) }))
    .filter(({ line }) => !lines.has(lineId(line)));
  for (const { line } of others) lines.set(lineId(line), line);
  const all = [...budgeted, ...others.map(({ line, text }): Option => ({ id: lineId(line), text }))];
  const options = onlyBudgeted ? budgeted : all;
  const isFree = !onlyBudgeted && fields !== undefined && parts.length === 0;
  const optionOf = (line: ChosenLine) => options.find(({ id }) => id === lineId(line));
  const chosen =
    value &&
    (optionOf(value) ?? optionOf(wholeAccount(value.account)) ?? { id: lineId(value), text: value.account });
  return (
    <>
      <ComboBox
        {...field}
        options={options}
        isLoadingOptions={!onlyBudgeted && fields === undefined}
        value={chosen}
        onChange={(option) => onChange(option ? (lines.get(option.id) ?? null) : null)}
        {...(isFree && {
          onOther: (text: string) => onChange(text.trim() === '' ? null : wholeAccount(text.trim())),
        })}
      />
      {value === null || onlyBudgeted || ofAccounts
        ? null
        : lineCodeTypes.map((type) => (
            <CodeField
              key={type}
              type={type}
              field={fields?.find(({ config_type }) => config_type === type)}
              value={value.codes[type] ?? null}
              onChange={(code) =>
                onChange({ ...value, codes: { ...value.codes, [type]: code ?? undefined } })
              }
            />
          ))}
    </>
  );
}

/** A code of a type that the chart of the show has. */
function CodeField(props: {
  type: LineCodeType;
  field: AccountField | undefined;
  value: string | null;
  onChange: (code: string | null) => void;
}) {
  const { type, field, value, onChange } = props;
  if (!field) return null;
  const options = field.account_parts.map(({ id_code, description }): Option => ({
    id: id_code,
    text: joined(id_code, description),
  }));
  const isFree = options.length === 0;
  return (
    <ComboBox
      label={lineCodeNames[type]}
      options={options}
      value={value === null ? null : (options.find(({ id }) => id === value) ?? { id: value, text: value })}
      onChange={(option) => onChange(option?.id ?? null)}
      {...(isFree && { onOther: (text: string) => onChange(text.trim() || null) })}
    />
  );
}
