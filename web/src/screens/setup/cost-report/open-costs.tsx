import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { partialHeading } from '#domain/budget/account-ranges';
import type { OpenCosts as OpenCostsResponse } from '#domain/budget/cost-report/response';
import { toCents } from '#domain/values/money';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { openFileHref, useOpenCosts } from './calls.ts';
import { OpenDocumentsDialog } from './cost-documents-dialog.tsx';
import { PaymentsWithoutInvoices } from './payments-without-invoices.tsx';

/** Open orders and accruals by account, as they are now, each with its documents (REPORT-07). */
export function OpenCosts() {
  const { show } = useSession();
  const { data, error, isValidating, mutate } = useOpenCosts();
  if (error && !data)
    return (
      <LoadFailure
        text="Error loading the open orders."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  if (!data) return null;
  return (
    <div className="gutter grid gap-4 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">
          Open orders are what approved purchase orders leave open. Accruals are invoices in approval, which
          the Remaining Balance of the PO log takes off as well.
          {data.heading ? ` ${data.heading}.` : null}
          {data.isPartial ? ` ${partialHeading}.` : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {(['xlsx', 'csv'] as const).map((format) => (
            <ButtonLink key={format} href={openFileHref(format, show.id)} download>
              <Download aria-hidden className="size-4" />
              {format === 'xlsx' ? 'Excel' : 'CSV'}
            </ButtonLink>
          ))}
        </div>
      </div>
      {data.rows.length === 0 ? (
        <EmptyState>No order is open, and no invoice is in approval.</EmptyState>
      ) : (
        <Rows data={data} />
      )}
      {data.paymentsWithoutInvoices && data.paymentsWithoutInvoices.rows.length > 0 ? (
        <PaymentsWithoutInvoices payments={data.paymentsWithoutInvoices} currency={data.currency} />
      ) : null}
    </div>
  );
}

function Rows({ data: { rows, totals, currency } }: { data: OpenCostsResponse }) {
  const [opened, setOpened] = useState<string | null>(null);
  const cell = 'border-b border-line py-2 pr-3 text-left align-top';
  const amount = `${cell} pr-0 text-right whitespace-nowrap`;
  const nameOf = ({ account, description }: OpenCostsResponse['rows'][number]) =>
    [account || 'No account', description].filter(Boolean).join(' ');
  const openedRow = rows.find(({ account }) => account === opened);
  return (
    <>
      <table
        aria-label="Open orders and accruals"
        className="w-full max-w-[60rem] border-collapse text-base max-sm:text-sm"
      >
        <thead>
          <tr className="text-sm text-ink-muted">
            <th className={`${cell} font-medium`}>Account</th>
            <th className={`${amount} font-medium`}>Open Orders</th>
            <th className={`${amount} pl-3 font-medium`}>Accruals</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.account} className="hover:bg-ink-soft">
              <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
                <AriaButton
                  onPress={() => setOpened(row.account)}
                  className="cursor-pointer text-left underline decoration-line-strong underline-offset-4 touch:min-h-11"
                >
                  <span className="font-medium">{row.account || 'No account'}</span>{' '}
                  <span className="text-ink-muted">{row.description}</span>
                </AriaButton>
              </th>
              <td className={amount}>
                <Money cents={toCents(row.open)} currency={currency} />
              </td>
              <td className={`${amount} pl-3`}>
                <Money cents={toCents(row.accrued)} currency={currency} />
              </td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className={cell}>
              Total
            </th>
            <td className={amount}>
              <Money cents={toCents(totals.open)} currency={currency} />
            </td>
            <td className={`${amount} pl-3`}>
              <Money cents={toCents(totals.accrued)} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      {openedRow ? (
        <OpenDocumentsDialog
          account={openedRow.account}
          title={nameOf(openedRow)}
          currency={currency}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
