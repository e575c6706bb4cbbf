import { useSession } from '../../../session/session.tsx';
import { documentLabel } from '#domain/documents/document-name';
import { DocumentLink } from '../managed-form/document-link.tsx';
import type { NamedDocument } from '../managed-form/document-link.tsx';

/** The document of a failure. It is a link only in the open show. */
export function FailureSubject(props: { showId: string; document: NamedDocument | null }) {
  const { show } = useSession();
  if (!props.document) return null;
  if (props.showId === show.id) return <DocumentLink document={props.document} />;
  return (
    <span className="font-normal text-ink-muted">
      {documentLabel(props.document.docType, props.document.number)}
    </span>
  );
}
