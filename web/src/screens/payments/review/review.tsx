import { useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import type { Persona } from '#domain/document';
import { useToast } from '../../../parts/overlays/toast.tsx';
import type { DocumentOf } from '../../documents/document.ts';
import { listPath } from '../../documents/paths.ts';
import { canceled } from '../../documents/messages.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { DocumentPageProps } from '../../documents/review/review-body.tsx';
import { SettledInvoices } from './settled-invoices.tsx';
import { toCents } from '#domain/values/money';
import type { Payment } from '#domain/payments/payment-response';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks, PrintedPage } from '../../documents/review/printed-page.tsx';
import { paymentDay } from '#domain/payments/payment-day';
import { paymentTypeWords } from '#domain/payments/payment-types';

/** The content of the payment as accounting issued it (PA-01). */
function PaymentPage(props: { payment: Payment }) {
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
        {payment.accountingPeriod ? <Block term="Period">{payment.accountingPeriod}</Block> : null}
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

function Page(props: DocumentPageProps<'PAYMENT'>) {
  const { document, persona, onOpen } = props;
  return (
    <>
      <PaymentPage payment={document.wire} />
      <SettledInvoices payment={document.wire} persona={persona} onOpen={onOpen} />
    </>
  );
}

function LeaveCanceled(props: { document: DocumentOf<'PAYMENT'>; persona: Persona }) {
  const flash = useToast();
  const { name } = props.document;
  useEffect(() => flash('warning', canceled(name)), [flash, name]);
  return <Navigate to={listPath('PAYMENT', props.persona)} replace />;
}

/** Accounting canceled the payment, possibly just now (SH-64). */
const over = {
  is: ({ status }: DocumentOf<'PAYMENT'>) => status === 'CANCELED',
  Leave: LeaveCanceled,
};

/** `/payment/review/:id` (SH-63). From the creator's list it opens with the submitter's bar (DEC-78). */
export function PaymentReview() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const persona = query.get('referrer') === 'listing' ? 'CREATOR' : 'APPROVER';
  return <DocumentReview docType="PAYMENT" id={id} persona={persona} Page={Page} over={over} />;
}
