import type { ReactNode } from 'react';
import { Navigate, useMatches } from 'react-router';
import type { Rights } from './api-types.ts';

/** The modules that a show and a user may be without (DEC-12). */
export type Feature = 'invoices' | 'payments';

/** What a route says of itself, so that the guard knows whom it lets in. */
export interface RouteFeature {
  feature: Feature;
}

function featureOf(handle: unknown): string | null {
  if (typeof handle !== 'object' || handle === null || !('feature' in handle)) return null;
  return String(handle.feature);
}

function holds(rights: Rights, feature: string): boolean {
  return (feature === 'invoices' || feature === 'payments') && rights[feature];
}

/**
 * SH-34 to SH-36: what stands below a route with a `feature` is for those who hold it. Others, everybody once the
 * session is flagged (expired, ending or without shows, DEC-12), and a feature that nobody knows go to `/`, and the
 * address leaves no trail. `rights` is null for somebody without shows; until they are loaded, `SignedIn` shows its
 * spinner (SH-37).
 */
export function FeatureGuard(props: { isFlagged: boolean; rights: Rights | null; children: ReactNode }) {
  const { isFlagged, rights } = props;
  const feature = useMatches()
    .map(({ handle }) => featureOf(handle))
    .findLast((name) => name !== null);
  if (feature === undefined) return props.children;
  const isOpen = !isFlagged && rights !== null && holds(rights, feature);
  return isOpen ? props.children : <Navigate to="/" replace />;
}
