import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import type { AfterSave } from '../../forms/document/saving/form-actions.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useIsHere } from '../../parts/hooks/use-same-page.ts';
import { keys } from '../../keys.ts';
import type { StoredDocument } from './document.ts';
import { duplicatePath, kinds, reviewPath } from './paths.ts';
import { withLastAction } from './last-action-notice.tsx';
import { done } from './messages.ts';

/** PO-13, PO-54: where each choice leads. `refresh` and `duplicate` begin the form anew (SH-07). */
function placeAfter(after: AfterSave, { docType, id }: StoredDocument, persona: Persona): string {
  const { home } = kinds[docType];
  const places: Record<AfterSave, string> = {
    review: reviewPath(docType, id, persona),
    draft: home,
    new: `${home}/create?refresh=${Date.now()}`,
    duplicate: `${duplicatePath(docType, id)}&refresh=${Date.now()}`,
  };
  return places[after];
}

/** What a save says, keeps and opens. Users who have opened another page meanwhile stay there. */
export function useAfterSave(persona: Persona) {
  const navigate = useNavigate();
  const flash = useToast();
  const { mutate } = useSWRConfig();
  const isHere = useIsHere();
  return async (saved: StoredDocument, after: AfterSave) => {
    // Whoever is led elsewhere finds it again: in a list that is sorted otherwise it may stand far down.
    const follow = { text: 'Open', href: reviewPath(saved.docType, saved.id, persona) };
    flash('success', done.saved(saved.name), after === 'review' ? undefined : follow);
    await mutate(keys.document(saved.docType, saved.id, persona), saved, { revalidate: false });
    if (isHere()) {
      await navigate(
        placeAfter(after, saved, persona),
        after === 'draft' ? withLastAction(saved, persona) : {},
      );
    }
  };
}
