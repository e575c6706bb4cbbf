import { MessageSquareWarning } from 'lucide-react';
import { Notice } from '../../../parts/page/notice.tsx';
import type { StoredDocument } from '../document.ts';

const icon = <MessageSquareWarning aria-hidden className="size-4" />;

/** Shows the reason of the revision request above the form. The note itself is listed with the other notes. */
export function RevisionNotice({ document }: { document: StoredDocument }) {
  if (document.submissionStatus !== 'Needs revision') return null;
  const request = document.notes
    .filter(({ context }) => context === 'REVISION')
    .toSorted((a, b) => b.createdTimestamp.localeCompare(a.createdTimestamp))[0];
  if (!request) return null;
  return (
    <Notice icon={icon} actions={null}>
      <span className="font-medium">{`${request.commenter.name} requested a revision: `}</span>
      <span className="break-words whitespace-pre-wrap">{request.content}</span>
    </Notice>
  );
}
