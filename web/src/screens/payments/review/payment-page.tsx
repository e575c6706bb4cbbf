import { toCents } from '#domain/values/money';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks, PrintedPage } from '../../documents/review/printed-page.tsx';
import { paymentDay } from '#domain/payments/payment-day';
import { paymentTypeWords } from '#domain/payments/payment-types';
import type { Payment } from '#domain/payments/payment-response';

/** The content of the payment as accounting issued it (PA-01). */
export function PaymentPage(props: { payment: Payment }) {
  const { payment } = props;
  const { show } = useSession();
  return (
    <PrintedPage
      label="Payment"
      title="Payment"
      number={payment.number}
      detail={<Day day={paymentDay(payment)} />}
      from={[payment.payeeName, `Paid by ${show.name}`]}
    >
      <Blocks>
        <Block term="Payee">{payment.payeeName}</Block>
        <Block term="Vendor Name">{payment.vendorName}</Block>
        <Block term="Payment Type">
          {paymentTypeWords[payment.paymentType]}
          <span className="text-ink-muted">{` (${payment.paymentType})`}</span>
        </Block>
        <Block term="Bank Name">{payment.bankName}</Block>
        <Block term="Created">
          <Time at={payment.created} />
        </Block>
      </Blocks>
      <p className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-3 font-medium">
        Total
        <span className="text-2xl font-semibold">
          <Money cents={toCents(payment.totalCost)} currency={payment.currency} />
        </span>
      </p>
    </PrintedPage>
  );
}
