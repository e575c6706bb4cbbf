import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import type { AfterSave } from '../../forms/document/saving/form-actions.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useIsSamePage } from '../../parts/hooks/use-same-page.ts';
import { keys } from '../../keys.ts';
import type { StoredDocument } from './document.ts';
import { duplicatePath, kinds, reviewPath } from './paths.ts';
import { withLastAction } from './last-action-notice.tsx';
import { successTexts } from './messages.ts';

/**
 * The path to open after a save (PO-13, PO-54). A new `refresh` starts a new form, also of the same duplicate (SH-07).
 */
function pathAfterSave(after: AfterSave, { docType, id }: StoredDocument, persona: Persona): string {
  const { home } = kinds[docType];
  const paths: Record<AfterSave, string> = {
    review: reviewPath(docType, id, persona),
    draft: home,
    new: `${home}/create?refresh=${Date.now()}`,
    duplicate: `${duplicatePath(docType, id)}&refresh=${Date.now()}`,
  };
  return paths[after];
}

/**
 * Runs after a save: shows a toast, updates the cache and opens the next page. A user who already left stays where they
 * are.
 */
export function useAfterSave(persona: Persona) {
  const navigate = useNavigate();
  const flash = useToast();
  const { mutate } = useSWRConfig();
  const isSamePage = useIsSamePage();
  return async (saved: StoredDocument, after: AfterSave) => {
    // The toast links to the document, because the list that opens may be sorted so that it is far down.
    const follow = { text: 'Open', href: reviewPath(saved.docType, saved.id, persona) };
    flash('success', successTexts.saved(saved.name), after === 'review' ? undefined : follow);
    await mutate(keys.document(saved.docType, saved.id, persona), saved, { revalidate: false });
    if (isSamePage()) {
      await navigate(
        pathAfterSave(after, saved, persona),
        after === 'draft' ? withLastAction(saved, persona) : {},
      );
    }
  };
}
