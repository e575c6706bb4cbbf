import { useEffect, useEffectEvent } from 'react';
import { reviewPath } from '#domain/lifecycle/review-path';
import type { QuestionUpdate } from '#domain/realtime/messages';
import { useToast } from '../parts/overlays/toast.tsx';
import { useLive } from './live-provider.tsx';
import { useSession } from './session.tsx';

/** A question may be long: the toast shows its beginning, and links to the document. */
const shownLength = 140;

/** Shows a question to the user, or the answer to theirs, as soon as it arrives (ASK-04). */
export function WatchQuestions() {
  const { show } = useSession();
  const flash = useToast();
  const live = useLive();
  const announce = useEffectEvent(
    ({ kind, userName, text, docType, docId, showId, isOwn }: QuestionUpdate) => {
      if (showId !== show.id) return;
      const brief = text.length > shownLength ? `${text.slice(0, shownLength - 1).trimEnd()}…` : text;
      const persona = kind === 'ASKED' && isOwn ? 'CREATOR' : 'APPROVER';
      flash('news', `${userName} ${kind === 'ASKED' ? 'asks' : 'answers'}: ${brief}`, {
        text: 'Open',
        href: reviewPath(docType, docId, persona),
      });
    },
  );
  useEffect(() => live?.on('question_update', (update) => announce(update)), [live]);
  return null;
}
