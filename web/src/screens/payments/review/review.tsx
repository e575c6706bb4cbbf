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
import { PaymentPage } from './payment-page.tsx';

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
