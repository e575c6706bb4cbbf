import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { capitalize } from '#domain/documents/document-name';
import { changesSince } from '#domain/history/content-conflict';
import { conflictIn } from '../../content-conflict.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { ChangesSince } from './changes-since.tsx';
import type { StoredDocument } from './document.ts';
import { kinds } from './paths.ts';
import type { ChangeEvent } from '#domain/history/history-response';

/** The content version that the user has seen, which a decision names (DEC-30). */
interface DisplayedContent {
  /** The current value, also between two renders. */
  seenVersion: () => number;
  /** Another user changed the content, and this user has not accepted the change yet. */
  isStale: boolean;
  /** The changes of other users that the user has not seen, oldest first, as far as the document lists them. */
  unseenChanges: readonly ChangeEvent[];
  showChanges: () => void;
  /** Marks the content on the screen as seen. */
  accept: () => void;
  /** Marks a content version that the user's own change made as seen. */
  acceptOwn: (contentVersion: number) => void;
  /** Shows what changed if the server rejected the request because of it. Returns false for any other error. */
  showConflict: (error: unknown) => boolean;
}

const Displayed = createContext<DisplayedContent | null>(null);

/** Throws outside `WithDisplayedContent`. */
export function useDisplayedContent(): DisplayedContent {
  const displayed = useContext(Displayed);
  if (!displayed) throw new Error('useDisplayedContent needs WithDisplayedContent around it.');
  return displayed;
}

/** The changes that the dialog lists, and why it opened. */
interface ConflictNotice {
  changes: readonly ChangeEvent[];
  intro: string;
}

function ConflictDialog(props: {
  document: StoredDocument;
  notice: ConflictNotice | null;
  onClose: () => void;
}) {
  const { document, notice } = props;
  return (
    <Dialog
      title={`${capitalize(document.name)} has changed`}
      role="alertdialog"
      size="large"
      isOpen={notice !== null}
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose}>
          {`Review the ${kinds[document.docType].short}`}
        </Button>
      }
    >
      <p className="pb-4 text-ink-muted">{notice?.intro}</p>
      <ChangesSince changes={notice?.changes ?? []} />
    </Dialog>
  );
}

/**
 * Tracks which content version the user has seen. A background refresh is displayed at once, but a decision keeps
 * naming the version that was seen until the user has looked at the change.
 */
export function WithDisplayedContent(props: {
  document: StoredDocument;
  /** What the page shows after the server rejected a request because the content had changed. */
  afterConflict: string;
  children: ReactNode;
}) {
  const { document } = props;
  const current = document.subject.contentVersion;
  const [seen, setSeen] = useState(current);
  // An action that first saves unsaved changes on the page names the version that this save made.
  const latest = useRef(current);
  const [notice, setNotice] = useState<ConflictNotice | null>(null);
  const { afterConflict } = props;
  const { changes } = document;
  const displayed = useMemo<DisplayedContent>(() => {
    const see = (contentVersion: number) => {
      latest.current = contentVersion;
      setSeen(contentVersion);
    };
    const unseenChanges = current > seen ? changesSince(changes, seen) : [];
    return {
      seenVersion: () => latest.current,
      isStale: current > seen,
      unseenChanges,
      showChanges: () => setNotice({ changes: unseenChanges, intro: 'The page shows the current version.' }),
      accept: () => see(current),
      acceptOwn: (contentVersion) => see(Math.max(latest.current, contentVersion)),
      showConflict: (error) => {
        const conflict = conflictIn(error);
        const intro = `It changed after you opened it, so nothing has been done yet. ${afterConflict}`;
        if (conflict) setNotice({ changes: conflict.changes, intro });
        return conflict !== null;
      },
    };
  }, [seen, current, changes, afterConflict]);
  const close = () => {
    setNotice(null);
    displayed.accept();
  };
  return (
    <Displayed value={displayed}>
      {props.children}
      <ConflictDialog document={document} notice={notice} onClose={close} />
    </Displayed>
  );
}
