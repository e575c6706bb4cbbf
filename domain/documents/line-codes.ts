import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { Coding } from '#domain/reference-data/coding';

/** What names the columns of a chart of accounts. */
export type CodeField = Pick<AccountField, 'config_type' | 'header'>;

/** The codes of a line of any document; a purchase order's line has a field of its own for the episode (LI-01). */
interface CodedLine {
  coding: Coding;
  episode?: string;
}

/** DEC-52: names for a type that the chart at hand does not have. */
const typeNames: Readonly<Record<string, string>> = {
  ACCOUNT: 'Account',
  EPISODE: 'Episode',
  LOCATION: 'Location',
  SET: 'Set',
  INSURANCE: 'Insurance',
  FREE_FIELD: 'Free Field',
};

/** LI-01: the code of one configured type, or ''. The episode field counts where the coding has no episode. */
export function codeOf({ coding, episode }: CodedLine, configType: string): string {
  return coding[configType] || (configType === 'EPISODE' ? (episode ?? '') : '');
}

/** LI-01: all codes of one line, for whoever keeps no episode beside them: accounting, the log, an invoice's line. */
export function codingOf(line: CodedLine): Coding {
  const episode = codeOf(line, 'EPISODE');
  return episode === '' ? line.coding : { ...line.coding, EPISODE: episode };
}

/** The configured types that any of these lines has a code of: in the chart's order, then the others by name. */
export function usedCodeFields(lines: readonly CodedLine[], fields: readonly CodeField[]): CodeField[] {
  const known = [...fields.map((field) => field.config_type), ...Object.keys(typeNames)];
  const others = lines.flatMap(({ coding }) => Object.keys(coding)).toSorted();
  return [...new Set([...known, ...others])]
    .filter((type) => lines.some((line) => codeOf(line, type) !== ''))
    .map((type) => {
      const field = fields.find((one) => one.config_type === type);
      return {
        config_type: type,
        header: field?.header ?? typeNames[type] ?? type.replaceAll('_', ' '),
      };
    });
}

/** All codes of one line, such as `Account 2310 · Episode 101`; the same on the screen and on paper (LI-01, DEC-52). */
export function codesText(line: CodedLine, fields: readonly CodeField[]): string {
  return usedCodeFields([line], fields)
    .map(({ config_type, header }) => `${header} ${codeOf(line, config_type)}`)
    .join(' · ');
}
