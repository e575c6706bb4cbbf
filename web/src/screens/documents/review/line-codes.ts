import type { AccountField } from '#domain/chart-of-accounts';
import type { Coding } from '#domain/line';

interface Coded {
  coding: Coding;
  taxCode: string | null;
  episode?: string;
}

/** The codes of a line in the chart's order, each with its column's name. */
export function codesOf(line: Coded, fields: readonly AccountField[]): string {
  const codes = fields.flatMap(({ config_type, header }) =>
    line.coding[config_type] ? [`${header} ${line.coding[config_type]}`] : [],
  );
  const own = fields.some(({ config_type }) => config_type === 'EPISODE');
  const episode = line.episode && !own ? [`Episode ${line.episode}`] : [];
  const tax = line.taxCode ? [`Tax ${line.taxCode}`] : [];
  return [...codes, ...episode, ...tax].join(' · ');
}
