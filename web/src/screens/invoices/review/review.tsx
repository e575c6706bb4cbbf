import { useParams } from 'react-router';
import type { Persona } from '#domain/document';
import type { DocumentOf } from '../../documents/document.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { DocumentPageProps } from '../../documents/review/review-body.tsx';
import { Settlements } from '../../documents/review/settlements.tsx';
import { DuplicateCard } from './duplicate-card.tsx';
import { InvoicePage } from './invoice-page.tsx';

function Page(props: DocumentPageProps<'INVOICE'>) {
  const { document, persona } = props;
  const { settlements, currency } = document.wire;
  return (
    <>
      <InvoicePage invoice={document.wire} />
      <Settlements settlements={settlements} currency={currency} persona={persona} />
    </>
  );
}

const content = {
  Flags: ({ document, persona }: { document: DocumentOf<'INVOICE'>; persona: Persona }) => (
    <DuplicateCard invoice={document.wire} persona={persona} />
  ),
  Page,
};

function InvoiceReview(props: { persona: Persona }) {
  const { id = '' } = useParams();
  return <DocumentReview docType="INVOICE" id={id} persona={props.persona} {...content} />;
}

/** `/invoice/review/:id/creator` (SH-59). */
export function CreatorReview() {
  return <InvoiceReview persona="CREATOR" />;
}

/** `/invoice/review/:id/approver` (SH-59). */
export function ApproverReview() {
  return <InvoiceReview persona="APPROVER" />;
}
