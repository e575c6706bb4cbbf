import { memo } from 'react';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney } from '#domain/values/money';
import { Select } from '../../parts/fields/select.tsx';
import { usePartialRelief } from './relief-totals.tsx';

const options = [
  { id: 'open', text: 'Leave the line open' },
  { id: 'close', text: 'Close the line' },
];

interface ChoiceProps {
  id: string;
  label: string;
  closes: boolean;
  setCloses: (id: string, closes: boolean) => void;
}

/** Rendered again only when its own line changes: an invoice may have hundreds. */
const Choice = memo(function Choice({ id, label, closes, setCloses }: ChoiceProps) {
  return (
    <Select
      label={label}
      options={options}
      value={closes ? 'close' : 'open'}
      onChange={(choice) => setCloses(id, choice === 'close')}
    />
  );
});

/** The choice whether the approval closes a line of a PO, for each one relieved in part (BUD-60). */
export function PartialRelief(props: { lines: readonly InvoiceLineDraft[]; currency: string }) {
  const { partial, setCloses } = usePartialRelief(props.lines);
  if (partial.length === 0) return null;
  return (
    <div className="grid max-w-md gap-2 pt-3">
      {partial.map(({ id, order, lineNumber, cents, closes, isClosed }) => {
        const label = `Line ${lineNumber} of PO ${order}, ${formatMoney(cents, props.currency)} left`;
        return isClosed ? (
          <p key={id}>
            <span className="block text-sm font-medium">{label}</span>
            Closed
          </p>
        ) : (
          <Choice key={id} id={id} label={label} closes={closes} setCloses={setCloses} />
        );
      })}
    </div>
  );
}
