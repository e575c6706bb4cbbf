import { codeOf, usedCodeFields } from '#domain/documents/line-codes';
import type { Coding } from '#domain/reference-data/coding';
import type { AccountField } from '#domain/reference-data/reference-data-response';

interface Coded {
  coding: Coding;
  taxCode: string | null;
  episode?: string;
}

/** `Account 2310 Lumber`: a code with its name in the chart of accounts, unless that only repeats it (REV-05). */
function namedCode(header: string, code: string, field: AccountField | undefined): string {
  const text = `${header} ${code}`;
  const name = field?.account_parts.find(({ id_code }) => id_code === code)?.description ?? '';
  return ['', code, text].includes(name) ? text : `${text} ${name}`;
}

/** The codes and the tax code of a line, each with the name of its column. */
export function codesOf(line: Coded, fields: readonly AccountField[]): string {
  const codes = usedCodeFields([line], fields).map(({ config_type, header }) => {
    const field = fields.find((one) => one.config_type === config_type);
    return namedCode(header, codeOf(line, config_type), field);
  });
  return [...codes, line.taxCode ? `Tax ${line.taxCode}` : ''].filter(Boolean).join(' · ');
}
