import { Link } from 'react-aria-components/Link';
import { useLocation } from 'react-router';
import type { DocType, Persona } from '#domain/document';
import { nameInBrief } from '#domain/documents/document-name';
import type { StoredDocument } from './document.ts';
import { reviewPath } from './paths.ts';

interface LastAction {
  docType: DocType;
  name: string;
  href: string;
}

function hasLastAction(state: unknown): state is { lastAction: LastAction } {
  return typeof state === 'object' && state !== null && 'lastAction' in state;
}

/** Navigation state that makes the list show the last action. */
export function withLastAction({ docType, id, name }: StoredDocument, persona: Persona) {
  const lastAction: LastAction = { docType, name, href: reviewPath(docType, id, persona) };
  return { state: { lastAction } };
}

/**
 * Above the list: the last document that the user worked on, which may be far down in the rows. Gone when the user
 * leaves the list or changes its query.
 */
export function LastActionNotice({ docType }: { docType: DocType }) {
  const { state } = useLocation() as { state: unknown };
  if (!hasLastAction(state) || state.lastAction.docType !== docType) return null;
  const { name, href } = state.lastAction;
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
