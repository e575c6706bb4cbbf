import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { hasUnsavedDraft } from '../forms/autosaved-draft.ts';
import { Button } from '../parts/controls/button.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { useSession } from '../session/session.tsx';
import { useOpenShow } from '../session/use-open-show.ts';
import type { ShowSummary } from '../session/api-types.ts';
import { texts } from '../texts.ts';
import { dropLogDownload } from './documents/list/log/log-download.ts';

/** Shown to a user who was removed from the open show, with links to their other shows. */
export function LostShow(props: { onLogOut: () => void }) {
  const { user, show, recentShows, setBulkExportLocked } = useSession();
  const navigate = useNavigate();
  const openShow = useOpenShow();
  const [hasWork, setHasWork] = useState(false);
  const title = `You are no longer in ${show.name}`;
  useTitle(title);
  // A form that just closed has saved its draft by now.
  useEffect(() => setHasWork(hasUnsavedDraft(user.id, show.id)), [user.id, show.id]);
  // Exports of a lost show never finish, so they are stopped here (DEC-81).
  useEffect(() => {
    setBulkExportLocked(false);
    dropLogDownload();
  }, [setBulkExportLocked]);
  const goTo = async (other: ShowSummary) => {
    // Leaves the page first, so that nothing of the lost show is requested again.
    await navigate('/approvals', { replace: true });
    await openShow(other);
  };
  return (
    <PlainPage
      title={title}
      action={
        <>
          {recentShows.map((other, index) => (
            <Button key={other.id} look={index === 0 ? 'primary' : 'plain'} onPress={() => void goTo(other)}>
              Open {other.name}
            </Button>
          ))}
          <Button look="quiet" onPress={props.onLogOut}>
            Log Out
          </Button>
        </>
      }
    >
      <p>
        {recentShows.length === 0
          ? texts.noAccess
          : 'An administrator removed you from this show. If that is a mistake, ask them to add you again.'}
      </p>
      {hasWork ? (
        <p className="pt-2">
          Your unsaved work stays in this browser and will be offered to you if you are added to the show
          again.
        </p>
      ) : null}
    </PlainPage>
  );
}
