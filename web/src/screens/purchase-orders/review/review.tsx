import { useParams } from 'react-router';
import { useSession } from '../../../session/session.tsx';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { SheetProps } from '../../documents/review/review-body.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { EnterInvoice } from './enter-invoice.tsx';
import { InvoicedPanel } from './invoiced-panel.tsx';
import { Sheet } from './sheet.tsx';

function OrderSheet(props: SheetProps<'PO'>) {
  const { document, persona } = props;
  return (
    <>
      <ChangeOrderComparison order={document.wire} startsOpen={persona === 'APPROVER'} />
      <Sheet order={document.wire} />
      <EnterInvoice order={document.wire} />
      <InvoicedPanel order={document.wire} persona={persona} />
    </>
  );
}

/** `/po/review/:id/creator|approver` (SH-11 to SH-13). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  return <DocumentReview docType="PO" id={id} persona={persona} Sheet={OrderSheet} />;
}
