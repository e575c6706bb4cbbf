import { useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import type { Persona } from '#domain/document';
import { useToast } from '../../../parts/overlays/toast.tsx';
import type { DocumentOf } from '../../documents/document.ts';
import { listPath } from '../../documents/paths.ts';
import { canceled } from '../../documents/messages.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { SheetProps } from '../../documents/review/review-body.tsx';
import { SettledInvoices } from './settled-invoices.tsx';
import { PaymentSheet } from './payment-page.tsx';

function Sheet(props: SheetProps<'PAYMENT'>) {
  const { document, persona, onOpen } = props;
  return (
    <>
      <PaymentSheet payment={document.wire} />
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

/** SH-64: accounting has taken it back, perhaps just now. */
const over = {
  is: ({ status }: DocumentOf<'PAYMENT'>) => status === 'CANCELED',
  Leave: LeaveCanceled,
};

/** `/payment/review/:id` (SH-63); DEC-78: whoever comes from the creator's list has the submitter's bar. */
export function PaymentReview() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const persona = query.get('referrer') === 'listing' ? 'CREATOR' : 'APPROVER';
  return <DocumentReview docType="PAYMENT" id={id} persona={persona} Sheet={Sheet} over={over} />;
}
