import { Link } from 'react-aria-components/Link';
import { useSession } from '../../../session/session.tsx';
import { kinds, reviewPath } from '../../documents/kinds.ts';
import type { Failure } from './use-health.ts';

/** The document that something is about; only those of the open show can be opened from here. */
export function DocumentLink(props: { showId: string; document: Failure['document'] }) {
  const { show } = useSession();
  if (!props.document) return null;
  const { id, docType, number } = props.document;
  const name = `${kinds[docType].short} ${number === '' || number === 'NA' ? '' : `#${number}`}`.trim();
  if (props.showId !== show.id) return <span className="font-normal text-ink-muted">{name}</span>;
  return (
    <Link
      href={reviewPath(docType, id, 'CREATOR')}
      className="rounded-sm font-normal text-info underline decoration-line-strong underline-offset-2 data-hovered:decoration-current"
    >
      {name}
    </Link>
  );
}
