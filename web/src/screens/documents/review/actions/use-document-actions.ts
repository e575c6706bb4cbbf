import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import { useSaveUnsavedNote } from '../../../../forms/unsaved-note.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { isLeaving } from '../../../../parts/hooks/use-same-page.ts';
import { conflictIn } from '../../../../content-conflict.ts';
import { useSession } from '../../../../session/session.tsx';
import { acts } from './document-actions.ts';
import type { ActName, Occasion } from './document-actions.ts';
import { useDisplayedContent } from '../../displayed-content.tsx';
import type { StoredDocument } from '../../document.ts';
import { withLastAction } from '../../last-action-notice.tsx';
import { useCountAsDecided } from './count-as-decided.ts';
import { listPath, nextPath } from '../../paths.ts';
import { submitFollow } from '../../messages.ts';

function isDecision(name: ActName): boolean {
  return name === 'approve' || name === 'revise' || name === 'void' || name === 'deny';
}

/**
 * Approve, revise, void, deny, submit and the rest, with what follows them: the banner, then the next document of the queue
 * or the list (AP-07, DEC-30). While one runs, `busy` names it and every other waits (AP-17). After each, and after a
 * 409 above all (DEC-82), the document is read anew.
 */
export function useDecisions(document: StoredDocument, persona: Persona) {
  const { config, showNextItem } = useSession();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState<ActName | null>(null);
  const navigate = useNavigate();
  const flash = useToast();
  const takeOpenNote = useSaveUnsavedNote();
  const countAsDecided = useCountAsDecided();
  const displayed = useDisplayedContent();
  const inQueue = persona === 'APPROVER';
  const { docType, id } = document;

  const refresh = () =>
    mutate((key) => Array.isArray(key) && key[0] === 'document' && key[2] === id).catch(() => undefined);
  const occasion = (name: ActName, reason: string | null, templateSlug: string | null): Occasion => ({
    document,
    contentVersion: displayed.named(),
    options: {
      reason,
      getNext: inQueue && showNextItem,
      archive: (name === 'void' || name === 'deny') && config.settings.archiveVoidedItems,
      displayIndicators: config.settings.displayReliefIndicatorsPdf,
    },
    templateSlug,
    after: (nextId) => (nextId !== null && inQueue ? nextPath(docType, nextId) : listPath(docType, persona)),
  });

  /** Answers whether it was done; the words about it have been said. */
  const run = async (
    name: ActName,
    reason: string | null = null,
    templateSlug: string | null = null,
  ): Promise<boolean> => {
    setBusy(name);
    const { pathname } = location;
    let isLeft = false;
    try {
      if (!(await takeOpenNote())) return false;
      const { type, text, goTo, follow, contentVersion } = await acts[name].perform(
        occasion(name, reason, templateSlug),
      );
      if (contentVersion !== undefined) displayed.addOwn(contentVersion);
      if (inQueue && type !== 'failure' && isDecision(name)) countAsDecided(document);
      flash(type, text, follow);
      // Nobody is led away from where he has gone in the meantime. The address tells before the next screen is drawn.
      if (goTo !== null && goTo !== pathname && location.pathname === pathname && !isLeaving()) {
        // Until the next document or the list is drawn this one stands, and a second press must find it busy.
        isLeft = !goTo.includes(id);
        await navigate(goTo, goTo === listPath(docType, persona) ? withLastAction(document, persona) : {});
      }
      return type !== 'failure';
    } catch (error) {
      isLeft = false;
      if (conflictIn(error)) {
        // What is said to have changed is on the screen before it is said.
        await refresh();
        displayed.tellConflict(error);
      } else flash('failure', acts[name].failed(error, document), submitFollow(error) ?? undefined);
      return false;
    } finally {
      if (!isLeft) setBusy(null);
      void refresh();
    }
  };
  return { busy, run };
}
