import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import { codesText } from '#domain/documents/line-codes';
import type { Coding } from '#domain/reference-data/coding';

interface Coded {
  coding: Coding;
  taxCode: string | null;
  episode?: string;
}

/** The codes of a line and its tax code, each with its column's name. */
export function codesOf(line: Coded, fields: readonly AccountField[]): string {
  return [codesText(line, fields), line.taxCode ? `Tax ${line.taxCode}` : ''].filter(Boolean).join(' · ');
}
