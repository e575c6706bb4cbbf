import { MessageSquareWarning } from 'lucide-react';
import { Notice } from '../../../parts/page/notice.tsx';
import type { StoredDocument } from '../document.ts';

const icon = <MessageSquareWarning aria-hidden className="size-4" />;

/** Why it came back, where it is read before anything is changed; the note itself stands with the others. */
export function RevisionNotice({ document }: { document: StoredDocument }) {
  if (document.submissionStatus !== 'Needs revision') return null;
  const asked = document.notes
    .filter(({ context }) => context === 'REVISION')
    .toSorted((a, b) => b.createdTimestamp.localeCompare(a.createdTimestamp))[0];
  if (!asked) return null;
  return (
    <Notice icon={icon} actions={null}>
      <span className="font-medium">{`${asked.commenter.name} requested a revision: `}</span>
      <span className="break-words whitespace-pre-wrap">{asked.content}</span>
    </Notice>
  );
}
