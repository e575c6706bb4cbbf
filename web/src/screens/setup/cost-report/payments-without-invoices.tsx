import { Link } from 'react-aria-components/Link';
import type { OpenCosts } from '#domain/budget/cost-report/response';
import { formatWithCode } from '#domain/currency/converted-text';
import { toCents } from '#domain/values/money';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../../documents/paths.ts';

type Payments = NonNullable<OpenCosts['paymentsWithoutInvoices']>;

/** Approved payments that no approved invoice takes, or not in full (BUD-93). */
export function PaymentsWithoutInvoices(props: { payments: Payments; currency: string }) {
  const { rows, total, hasMore } = props.payments;
  const cell = 'border-b border-line py-2 pr-3 text-left align-top';
  const amount = `${cell} pr-0 pl-3 text-right`;
  return (
    <section className="grid gap-2 pt-4">
      <h2 className="text-lg font-semibold">Payments without Invoices</h2>
      <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">
        What approved payments pay beyond approved invoices. No account has it, so that no cost contains it.
        {hasMore ? ` These are the ${rows.length} with the highest numbers, and their total.` : null}
      </p>
      <table
        aria-label="Payments without Invoices"
        className="w-full max-w-[60rem] border-collapse text-base max-sm:text-sm"
      >
        <thead>
          <tr className="text-sm text-ink-muted">
            <th className={`${cell} font-medium`}>Payment</th>
            <th className={`${amount} font-medium`}>Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
                <Link
                  href={reviewPath('PAYMENT', row.id, 'CREATOR')}
                  className="cursor-pointer font-medium underline"
                >
                  {row.number}
                </Link>{' '}
                <span className="text-ink-muted">
                  {row.vendorName} · <Day day={row.date} />
                </span>
              </th>
              <td className={amount}>
                <PaymentAmount row={row} currency={props.currency} />
              </td>
            </tr>
          ))}
          {rows.some((row) => row.amount !== null) ? (
            <tr className="font-semibold">
              <th scope="row" className={cell}>
                Total
              </th>
              <td className={amount}>
                <Money cents={toCents(total)} currency={props.currency} />
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

/** The amount in the currency of the budget, with that of the payment below it where they differ. */
function PaymentAmount({ row, currency }: { row: Payments['rows'][number]; currency: string }) {
  const { amount, original } = row;
  const text = formatWithCode(toCents(original.amount), original.currency);
  if (amount === null) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <>
      <Money cents={toCents(amount)} currency={currency} />
      {original.currency === currency ? null : (
        <span className="block text-sm whitespace-nowrap text-ink-muted">{text}</span>
      )}
    </>
  );
}
