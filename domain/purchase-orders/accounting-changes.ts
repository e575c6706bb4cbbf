import { boundedChanges, changeLimits } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { formatMoney } from '#domain/values/money';
import { remainingBalanceCents } from '#domain/relief/relief';

/** The displayed values of a purchase order before a pull. */
interface DisplayedBalances {
  currencyCode: string;
  foundInAccounting: boolean;
  lines: readonly (Parameters<typeof remainingBalanceCents>[0] & { id: string; lineNumber: number })[];
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/**
 * Returns the visible changes of a pull: whether the purchase order is in accounting, and the balance of each line
 * (DEC-39, DEC-90). `pulledLines` is null when it is no longer there; the computed balances then apply again.
 */
export function balanceChanges(
  { currencyCode, foundInAccounting, lines }: DisplayedBalances,
  pulledLines: readonly { lineId: string; remainingBalanceCents: number }[] | null,
): FieldChange[] {
  const pulledBalances = new Map(pulledLines?.map((line) => [line.lineId, line.remainingBalanceCents]));
  const money = (cents: number) => formatMoney(cents, currencyCode);
  const balances = lines.flatMap((line): FieldChange[] => {
    const [was, is] = [
      remainingBalanceCents(line),
      pulledBalances.get(line.id) ?? remainingBalanceCents({ ...line, accountingBalanceCents: null }),
    ];
    const place = { field: `lines.${line.id}.remainingBalance`, label: `Line ${line.lineNumber}, Balance` };
    return was === is ? [] : [{ ...place, before: money(was), after: money(is), unit: 'text' }];
  });
  const accountingField: FieldChange = {
    field: 'foundInAccountingSystem',
    label: 'In accounting',
    before: yesOrNo(foundInAccounting),
    after: yesOrNo(pulledLines !== null),
    unit: 'text',
  };
  return [
    ...(accountingField.before === accountingField.after ? [] : [accountingField]),
    ...boundedChanges(balances, changeLimits.lines, { field: 'lines', label: 'More lines' }),
  ];
}
