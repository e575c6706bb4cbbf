import { budgetLimits } from '#domain/budget/budget-request';
import type { KnownChart } from '#domain/budget/budget';
import { lineCodeTypes, unknownCode } from '#domain/budget/line-codes';
import type { LineCodes, LineCodeType } from '#domain/budget/line-codes';
import { cellText } from '#domain/import/table';
import type { NamedRow } from '#domain/import/table';
import { codeReader } from './account-rows.ts';

/** Reads the codes of a row, and reports those that the chart does not have (BUD-62). */
export function codesReader({ codes: known }: KnownChart) {
  const readers = new Map(lineCodeTypes.map((type) => [type, codeReader(known.get(type) ?? null)]));
  return (
    cells: NamedRow['cells'],
    reportError: (type: LineCodeType, message: string) => void,
  ): LineCodes => {
    const typed = lineCodeTypes.map((type) => [type, cellText(cells.get(type))] as const);
    const entries = typed
      .filter(([, text]) => text !== '')
      .map(([type, text]) => {
        const code = readers.get(type)?.(text) ?? text;
        const unknown = unknownCode({ [type]: code }, known);
        if (unknown !== null) reportError(type, unknown);
        if (code.length > budgetLimits.code)
          reportError(type, `This is longer than ${budgetLimits.code} characters.`);
        return [type, code] as const;
      });
    return Object.fromEntries(entries);
  };
}
