import { codesText } from '#domain/documents/line-codes';
import type { Coding } from '#domain/reference-data/coding';
import type { AccountField } from '#domain/reference-data/reference-data-response';

interface Coded {
  coding: Coding;
  taxCode: string | null;
  episode?: string;
}

/** The codes and the tax code of a line, each with the name of its column. */
export function codesOf(line: Coded, fields: readonly AccountField[]): string {
  return [codesText(line, fields), line.taxCode ? `Tax ${line.taxCode}` : ''].filter(Boolean).join(' · ');
}
