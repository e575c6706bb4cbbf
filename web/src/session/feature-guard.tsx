import type { ReactNode } from 'react';
import { Navigate, useMatches } from 'react-router';
import type { Rights } from './api-types.ts';

/** Modules that a show or a user may not have (DEC-12). */
export type Feature = 'invoices' | 'payments';

/** The part of a route's `handle` that names the required module. */
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
 * Renders routes with a `feature` only for users who have it (SH-34 to SH-36). Redirects all others to `/` and replaces
 * the history entry: also every user once the session is flagged (expired, ending or without shows, DEC-12), and for an
 * unknown feature. `rights` is null for a user without shows; until they are loaded, `App` shows its spinner (SH-37).
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
