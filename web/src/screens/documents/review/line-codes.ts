import type { AccountField } from '#domain/chart-of-accounts';
import { codesText } from '#domain/line-codes';
import type { Coding } from '#domain/line';

interface Coded {
  coding: Coding;
  taxCode: string | null;
  episode?: string;
}

/** The codes of a line and its tax code, each with its column's name. */
export function codesOf(line: Coded, fields: readonly AccountField[]): string {
  return [codesText(line, fields), line.taxCode ? `Tax ${line.taxCode}` : ''].filter(Boolean).join(' · ');
}
