import { useParams } from 'react-router';
import { keys } from '../../../keys.ts';
import { preloadData } from '../../../session/preload.ts';
import { useSession } from '../../../session/session.tsx';
import type { Prefetch } from '../../../session/startup.ts';
import { readDocument } from '../../documents/calls.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { DocumentPageProps } from '../../documents/review/review-body.tsx';
import { Settlements } from '../../documents/review/settlements.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { InvoicedPanel } from './invoiced-panel.tsx';
import { PurchaseOrderPage } from './purchase-order-page.tsx';
import { SplitCard } from './split-card.tsx';

function DocumentPage(props: DocumentPageProps<'PO'>) {
  const { document, persona } = props;
  const { settlements, currency } = document.wire;
  return (
    <>
      <SplitCard split={document.wire.possibleSplit} persona={persona} />
      <ChangeOrderComparison order={document.wire} startsOpen={persona === 'APPROVER'} />
      <PurchaseOrderPage order={document.wire} />
      <InvoicedPanel order={document.wire} persona={persona} />
      <Settlements settlements={settlements} currency={currency} persona={persona} namesInvoices />
    </>
  );
}

/** Prefetches the document of the address, if the address names the persona. */
export const prefetch: Prefetch = ({ show }, at) => {
  const [, id = '', as = ''] = /^\/po\/review\/([^/]+)\/(creator|approver)\/?$/i.exec(at.pathname) ?? [];
  const persona = as.toUpperCase() === 'CREATOR' ? 'CREATOR' : 'APPROVER';
  if (!id) return Promise.resolve();
  return preloadData(keys.document('PO', id, persona), () => readDocument('PO', show.id, id, persona));
};

/** `/po/review/:id/creator|approver` (SH-11 to SH-13). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  return <DocumentReview docType="PO" id={id} persona={persona} Page={DocumentPage} />;
}
