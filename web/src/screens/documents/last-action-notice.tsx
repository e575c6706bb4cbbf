import { Link } from 'react-aria-components/Link';
import { useLocation } from 'react-router';
import type { DocType, Persona } from '#domain/document';
import { nameInBrief } from '#domain/documents/document-name';
import type { StoredDocument } from './document.ts';
import { reviewPath } from './paths.ts';

interface JustDone {
  docType: DocType;
  name: string;
  href: string;
}

function isJustDone(state: unknown): state is { justDone: JustDone } {
  return typeof state === 'object' && state !== null && 'justDone' in state;
}

/** For the way to a list after something was done with this document. */
export function withLastAction({ docType, id, name }: StoredDocument, persona: Persona) {
  const justDone: JustDone = { docType, name, href: reviewPath(docType, id, persona) };
  return { state: { justDone } };
}

/** Above the rows, which may have it far down: what was done last, until the list is left or asked for something else. */
export function LastActionNotice({ docType }: { docType: DocType }) {
  const { state } = useLocation() as { state: unknown };
  if (!isJustDone(state) || state.justDone.docType !== docType) return null;
  const { name, href } = state.justDone;
  return (
    <p className="gutter pb-2 text-sm text-ink-muted">
      {'Last worked on: '}
      <Link
        href={href}
        className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-medium text-ink underline underline-offset-2 wrap-anywhere data-hovered:no-underline"
      >
        {nameInBrief(name)}
      </Link>
    </p>
  );
}
