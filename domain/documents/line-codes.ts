import type { Coding } from '#domain/reference-data/coding';
import type { AccountField } from '#domain/reference-data/reference-data-response';

/** Type and header of a column of the chart of accounts. */
export type CodeField = Pick<AccountField, 'config_type' | 'header'>;

/** A line with account codes; a purchase order's line has a separate episode field (LI-01). */
interface CodedLine {
  coding: Coding;
  episode?: string;
}

/** Names of types that the show's chart of accounts does not contain (DEC-52). */
const typeNames: Readonly<Record<string, string>> = {
  ACCOUNT: 'Account',
  EPISODE: 'Episode',
  LOCATION: 'Location',
  SET: 'Set',
  INSURANCE: 'Insurance',
  FREE_FIELD: 'Free Field',
};

/**
 * Returns the code of one configured type, or ''. The episode field is the fallback for the coding's episode (LI-01).
 */
export function codeOf({ coding, episode }: CodedLine, configType: string): string {
  return coding[configType] || (configType === 'EPISODE' ? (episode ?? '') : '');
}

/**
 * Returns all codes of a line, for consumers without an episode field: accounting, the log and invoice lines (LI-01).
 */
export function codingOf(line: CodedLine): Coding {
  const episode = codeOf(line, 'EPISODE');
  return episode === '' ? line.coding : { ...line.coding, EPISODE: episode };
}

/**
 * Returns the configured types that any of these lines has a code for: in the chart's order, then the others by name.
 */
export function usedCodeFields(lines: readonly CodedLine[], fields: readonly CodeField[]): CodeField[] {
  const knownTypes = [...fields.map((field) => field.config_type), ...Object.keys(typeNames)];
  const others = lines.flatMap(({ coding }) => Object.keys(coding)).toSorted();
  return [...new Set([...knownTypes, ...others])]
    .filter((type) => lines.some((line) => codeOf(line, type) !== ''))
    .map((type) => {
      const field = fields.find((one) => one.config_type === type);
      return {
        config_type: type,
        header: field?.header ?? typeNames[type] ?? type.replaceAll('_', ' '),
      };
    });
}

/**
 * Returns all codes of one line, such as `Account 2310 · Episode 101`, for the screen and for print (LI-01, DEC-52).
 */
export function codesText(line: CodedLine, fields: readonly CodeField[]): string {
  return usedCodeFields([line], fields)
    .map(({ config_type, header }) => `${header} ${codeOf(line, config_type)}`)
    .join(' · ');
}
