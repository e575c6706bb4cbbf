import { isDay } from '#domain/days';
import type { LineDraft } from '#domain/line';
import { toCents } from '#domain/money';
import { Day } from '../../parts/date-format.tsx';
import { Money } from '../../parts/money.tsx';
import { codingType } from './line-context.ts';
import type { CellName, LineContext } from './line-context.ts';
import { itemTypeOf, itemTypes } from './line-edits.ts';

/** What a line's cell says while it is not edited. */
export function LineCell(props: { name: CellName; line: LineDraft; context: LineContext }) {
  const { name, line, context } = props;
  if (name === 'itemType') return itemTypes.find(({ id }) => id === itemTypeOf(line))?.text;
  if (name === 'quantity') return line.quantity;
  if (name === 'description') return <span title={line.description}>{line.description}</span>;
  if (name === 'taxCode') {
    const tax = context.taxCodes.find(({ code }) => code === line.taxCode);
    return <span title={tax?.description}>{line.taxCode}</span>;
  }
  if (name === 'unitCost') {
    return line.unitCost === null ? null : (
      <Money cents={toCents(line.unitCost)} currency={context.currency} />
    );
  }
  if (name === 'rentalStart' || name === 'rentalEnd') {
    if (line.acquisitionType !== 'RENTAL') return null;
    return isDay(line[name]) ? <Day day={line[name]} /> : line[name];
  }
  return line.coding[codingType(name) ?? ''];
}
