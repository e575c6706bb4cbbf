import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Location } from 'react-router';
import { isPhone } from '../../parts/hooks/use-breakpoint.ts';

/**
 * On a phone, Back closes what covers the page instead of leaving the page: it has its own entry in the history. Returns
 * what closes it otherwise, which removes the entry (AT-25).
 */
export function useBackCloses(onClose: () => void): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation() as Location<object | null>;
  const isOwn = state !== null && 'viewsFile' in state;
  const wasOwn = useRef(false);
  const hasStarted = useRef(false);
  const start = useEffectEvent(() => {
    if (hasStarted.current || isOwn || !isPhone()) return;
    hasStarted.current = true;
    void navigate({ pathname, search, hash }, { state: { ...state, viewsFile: true } });
  });
  useEffect(() => start(), []);
  const follow = useEffectEvent((isEntered: boolean) => {
    if (wasOwn.current && !isEntered) onClose();
    wasOwn.current = isEntered;
  });
  useEffect(() => follow(isOwn), [isOwn]);
  return () => void (isOwn ? navigate(-1) : onClose());
}
