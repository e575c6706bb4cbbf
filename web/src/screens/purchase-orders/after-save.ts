import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-order';
import type { AfterSave } from '../../forms/purchase-order/form-bar.tsx';
import { docName } from '../../forms/purchase-order/number.ts';
import { useFlash } from '../../parts/flash.tsx';
import { keys } from '../../keys.ts';
import { done } from './messages.ts';

/** PO-13, PO-54: where each choice leads. `refresh` and `duplicate` begin the form anew (SH-07). */
function placeAfter(after: AfterSave, id: string, persona: Persona): string {
  const places: Record<AfterSave, string> = {
    review: `/po/review/${id}/${persona === 'APPROVER' ? 'approver' : 'creator'}`,
    draft: '/po',
    new: `/po/create?refresh=${Date.now()}`,
    duplicate: `/po/create?duplicate=${id}&refresh=${Date.now()}`,
  };
  return places[after];
}

/** What a save says, keeps and opens. Nobody is led away from where he has gone while it was under way. */
export function useAfterSave(persona: Persona) {
  const navigate = useNavigate();
  const flash = useFlash();
  const { mutate } = useSWRConfig();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (saved: PurchaseOrder, after: AfterSave) => {
    flash('success', done.saved(docName(saved)));
    await mutate(keys.document('PO', saved.id, persona), saved, { revalidate: false });
    if (isHere.current) await navigate(placeAfter(after, saved.id, persona));
  };
}
