import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney } from '#domain/values/money';
import { Select } from '../../parts/fields/select.tsx';
import { usePartialRelief } from './relief-totals.tsx';

const options = [
  { id: 'open', text: 'Leave the line open' },
  { id: 'close', text: 'Close the line' },
];

/** The choice whether the approval closes a line of a PO, for each line that relieves one in part (BUD-60). */
export function PartialRelief(props: { lines: readonly InvoiceLineDraft[]; currency: string }) {
  const { partial, setCloses } = usePartialRelief(props.lines);
  if (partial.length === 0) return null;
  return (
    <div className="grid max-w-md gap-2 pt-3">
      {partial.map(({ line, index, cents }) => (
        <Select
          key={line.keyId}
          label={`Line ${line.referencePoLineNumber} of PO ${line.referencePo}, ${formatMoney(cents, props.currency)} left`}
          options={options}
          value={line.closesPoLine ? 'close' : 'open'}
          onChange={(id) => setCloses(index, id === 'close')}
        />
      ))}
    </div>
  );
}
