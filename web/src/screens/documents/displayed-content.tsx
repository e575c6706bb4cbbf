import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { capitalize } from '#domain/documents/document-name';
import { changesSince } from '#domain/history/content-conflict';
import type { ChangeEvent } from '#domain/history/document-changes';
import { conflictIn } from '../../content-conflict.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { ChangesSince } from './changes-since.tsx';
import type { StoredDocument } from './document.ts';
import { kinds } from './paths.ts';

/** What the user has seen of a document's content: what a decision names (DEC-30). */
interface DisplayedContent {
  /** Of this moment, whatever was drawn last. */
  named: () => number;
  /** Somebody else changed the content, and the user has not said that they saw it. */
  isOvertaken: boolean;
  /** What they changed, oldest first, as far as the document lists it. */
  news: readonly ChangeEvent[];
  showNews: () => void;
  /** The user has seen what is on the screen now. */
  accept: () => void;
  /** The user's own change made this content. */
  addOwn: (contentVersion: number) => void;
  /** Shows what changed when the server refused because of it; false: it refused for another reason. */
  tellConflict: (error: unknown) => boolean;
}

const Displayed = createContext<DisplayedContent | null>(null);

/** Within `WithDisplayedContent`. */
export function useDisplayedContent(): DisplayedContent {
  const displayed = useContext(Displayed);
  if (!displayed) throw new Error('useDisplayedContent needs WithDisplayedContent around it.');
  return displayed;
}

/** What the dialog tells: what changed, and why it opened. */
interface Told {
  changes: readonly ChangeEvent[];
  intro: string;
}

function ConflictDialog(props: { document: StoredDocument; told: Told | null; onClose: () => void }) {
  const { document, told } = props;
  return (
    <Dialog
      title={`${capitalize(document.name)} has changed`}
      role="alertdialog"
      size="large"
      isOpen={told !== null}
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose}>
          {`Review the ${kinds[document.docType].short}`}
        </Button>
      }
    >
      <p className="pb-4 text-ink-muted">{told?.intro}</p>
      <ChangesSince changes={told?.changes ?? []} />
    </Dialog>
  );
}

/**
 * Keeps which content of a document its reader has seen. What is read again in the background is displayed at once, but a
 * decision keeps naming what was seen until the user has looked at the change.
 */
export function WithDisplayedContent(props: {
  document: StoredDocument;
  /** What the screen shows once something was refused because the content had changed. */
  afterConflict: string;
  children: ReactNode;
}) {
  const { document } = props;
  const current = document.subject.contentVersion;
  const [seen, setSeen] = useState(current);
  // An act that first saves what is open in the screen names the content that this save made.
  const latest = useRef(current);
  const [told, setTold] = useState<Told | null>(null);
  const { afterConflict } = props;
  const { changes } = document;
  const displayed = useMemo<DisplayedContent>(() => {
    const see = (contentVersion: number) => {
      latest.current = contentVersion;
      setSeen(contentVersion);
    };
    const news = current > seen ? changesSince(changes, seen) : [];
    return {
      named: () => latest.current,
      isOvertaken: current > seen,
      news,
      showNews: () => setTold({ changes: news, intro: 'The page shows the current version.' }),
      accept: () => see(current),
      addOwn: (contentVersion) => see(Math.max(latest.current, contentVersion)),
      tellConflict: (error) => {
        const conflict = conflictIn(error);
        const intro = `It changed after you opened it, so nothing has been done yet. ${afterConflict}`;
        if (conflict) setTold({ changes: conflict.changes, intro });
        return conflict !== null;
      },
    };
  }, [seen, current, changes, afterConflict]);
  const close = () => {
    setTold(null);
    displayed.accept();
  };
  return (
    <Displayed value={displayed}>
      {props.children}
      <ConflictDialog document={document} told={told} onClose={close} />
    </Displayed>
  );
}
