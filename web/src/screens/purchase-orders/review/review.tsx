import { useParams } from 'react-router';
import type { Persona } from '#domain/document';
import { useSession } from '../../../session/session.tsx';
import type { DocumentOf } from '../../documents/document.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { SheetProps } from '../../documents/review/review-body.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { InvoicedPanel } from './invoiced-panel.tsx';
import { Sheet } from './sheet.tsx';

function OrderTools(props: { document: DocumentOf<'PO'>; persona: Persona }) {
  return <ExportButton order={props.document.wire} persona={props.persona} />;
}

function OrderSheet(props: SheetProps<'PO'>) {
  const { document, persona } = props;
  return (
    <>
      <ChangeOrderComparison order={document.wire} startsOpen={persona === 'APPROVER'} />
      <Sheet order={document.wire} />
      <InvoicedPanel order={document.wire} persona={persona} />
    </>
  );
}

/** `/po/review/:id/creator|approver` (SH-11 to SH-13). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  return <DocumentReview docType="PO" id={id} persona={persona} Sheet={OrderSheet} Tools={OrderTools} />;
}
