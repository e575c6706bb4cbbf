import { Link } from 'react-aria-components/Link';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import { reviewPath } from '../../documents/paths.ts';

export interface NamedDocument {
  id: string;
  docType: DocType;
  /** Empty if there is no number, or none that the user may see (DEC-17). */
  number: string;
}

/** A link to the review of a document of the open show, which may open in a new tab. */
export function DocumentLink(props: { document: NamedDocument; opensTab?: boolean }) {
  const { document, opensTab } = props;
  return (
    <Link
      {...(opensTab && { target: '_blank', rel: 'noopener' })}
      href={reviewPath(document.docType, document.id, 'CREATOR')}
      className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-normal text-info underline decoration-line-strong underline-offset-2 data-hovered:decoration-current"
    >
      {documentLabel(document.docType, document.number)}
    </Link>
  );
}
