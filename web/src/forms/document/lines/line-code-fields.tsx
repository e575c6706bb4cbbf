import { useMemo } from 'react';
import { availableParts } from '#domain/reference-data/chart-of-accounts';
import { codeOf } from '#domain/documents/line-codes';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { DisabledCell } from './disabled-cell.tsx';
import type { AnyLine } from '../model/draft.ts';
import { withCode } from './line-edits.ts';
import type { CodingRules } from './line-edits.ts';
import { accountField, codingType } from './line-editor.ts';
import type { LineContext, LineFieldProps } from './line-editor.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

type CodeFieldProps<Line extends AnyLine> = LineFieldProps<Line> & { context: LineContext };

/** Options by number, name and the name of the parent account, because several accounts may have the same name. */
function codeOptions(field: AccountField, { allowed }: CodingRules, isNarrow: boolean): Option[] {
  const names = new Map(field.account_parts.map((part) => [part.account_part_id, part.description]));
  return availableParts(field, allowed).map(({ id_code: id, description, rollup_account_part_id: above }) => {
    const parent = above === null ? undefined : names.get(above);
    const detail = [isNarrow ? description : '', parent].filter(Boolean).join(' · ');
    return {
      id,
      text: isNarrow ? id : [id, description].filter(Boolean).join(' '),
      ...(detail && { detail }),
    };
  });
}

function AccountCode<Line extends AnyLine>(props: CodeFieldProps<Line>) {
  const { line, context, onChange } = props;
  const type = codingType(props.name) ?? '';
  const field = accountField(context.coding, props.name);
  const code = codeOf(line, type);
  const set = (next: string) => onChange((now) => withCode(now, type, next, context.coding.fields ?? []));
  const common = { label: props.label, hideLabel: props.hideLabel ?? false, error: props.error };
  if (!field || field.account_parts.length === 0) {
    return <TextField {...common} value={code} onChange={set} maxLength={100} />;
  }
  return <CodeBox {...common} field={field} coding={context.coding} code={code} onCode={set} />;
}

function CodeBox(props: {
  label: string;
  hideLabel: boolean;
  error: string | null;
  field: AccountField;
  coding: CodingRules;
  code: string;
  onCode: (code: string) => void;
}) {
  const { field, coding, code, onCode: set, ...common } = props;
  // A table cell has space only for the code. Memoized, because each key rerenders the cell.
  const options = useMemo(
    () => codeOptions(field, coding, common.hideLabel),
    [field, coding, common.hideLabel],
  );
  const value = code === '' ? null : (options.find(({ id }) => id === code) ?? { id: code, text: code });
  return (
    <ComboBox
      {...common}
      value={value}
      onChange={(option) => set(option?.id ?? '')}
      options={options}
      opensOn="input"
      emptyText="No options available"
    />
  );
}

function TaxCodeField<Line extends AnyLine>(props: CodeFieldProps<Line>) {
  const { line, context, onChange } = props;
  if (context.taxCodes.length === 0) {
    const reason = 'Tax codes not available';
    return <DisabledCell label={props.label} hideLabel={props.hideLabel ?? false} reason={reason} />;
  }
  const options = context.taxCodes.map(({ code, description }) => ({
    id: code,
    text: code,
    detail: description,
  }));
  return (
    <Select
      label={props.label}
      hideLabel={props.hideLabel ?? false}
      error={props.error}
      value={line.taxCode ?? ''}
      options={[{ id: '', text: 'None' }, ...options]}
      onChange={(id) => onChange((now) => ({ ...now, taxCode: id === '' ? null : id }))}
    />
  );
}

/** An account code or the tax code of a line, common to all types of lines (LI-28 to LI-32). */
export function LineCodeField<Line extends AnyLine>(props: CodeFieldProps<Line>) {
  return props.name === 'taxCode' ? <TaxCodeField {...props} /> : <AccountCode {...props} />;
}

/** Such a cell while it is not edited. */
export function LineCodeCell(props: { name: string; line: AnyLine; context: LineContext }) {
  const { name, line, context } = props;
  if (name !== 'taxCode') return codeOf(line, codingType(name) ?? '');
  const tax = context.taxCodes.find(({ code }) => code === line.taxCode);
  return <span title={tax?.description}>{line.taxCode}</span>;
}
