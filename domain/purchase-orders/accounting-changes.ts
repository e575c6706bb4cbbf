import { boundedChanges, changeLimits } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { formatMoney } from '#domain/values/money';
import { remainingBalanceCents } from '#domain/relief/relief';

/** A purchase order as it was displayed before a pull. */
interface DisplayedFigures {
  currencyCode: string;
  foundInAccounting: boolean;
  lines: readonly (Parameters<typeof remainingBalanceCents>[0] & { id: string; lineNumber: number })[];
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/**
 * What a pull changes of what people see of a purchase order: whether it is in accounting, and the balance of each line
 * (DEC-39, DEC-90). `found` null: it is not there any more, and the computed balances stand again.
 */
export function figureChanges(
  { currencyCode, foundInAccounting, lines }: DisplayedFigures,
  found: readonly { lineId: string; remainingBalanceCents: number }[] | null,
): FieldChange[] {
  const figureOf = new Map(found?.map((line) => [line.lineId, line.remainingBalanceCents]));
  const money = (cents: number) => formatMoney(cents, currencyCode);
  const balances = lines.flatMap((line): FieldChange[] => {
    const [was, is] = [
      remainingBalanceCents(line),
      figureOf.get(line.id) ?? remainingBalanceCents({ ...line, accountingBalanceCents: null }),
    ];
    const place = { field: `lines.${line.id}.remainingBalance`, label: `Line ${line.lineNumber}, Balance` };
    return was === is ? [] : [{ ...place, before: money(was), after: money(is), unit: 'text' }];
  });
  const isFound: FieldChange = {
    field: 'foundInAccountingSystem',
    label: 'In accounting',
    before: yesOrNo(foundInAccounting),
    after: yesOrNo(found !== null),
    unit: 'text',
  };
  return [
    ...(isFound.before === isFound.after ? [] : [isFound]),
    ...boundedChanges(balances, changeLimits.lines, { field: 'lines', label: 'More lines' }),
  ];
}
