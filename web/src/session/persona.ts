import type { Persona } from '#domain/document';

/** PE-16: edit routes force creator, the hub forces approver, then the last path segment, then the session decides. */
export function personaFor(pathname: string, stored: Persona): Persona {
  if (/^\/(po|invoice)\/(edit|create)(\/|$)/.test(pathname)) return 'CREATOR';
  if (/^\/approvals(\/|$)/.test(pathname)) return 'APPROVER';
  if (/^\/(po|invoice|payment)\/?$/.test(pathname)) return 'CREATOR';
  const last = pathname.split('/').filter(Boolean).at(-1)?.toUpperCase();
  return last === 'CREATOR' || last === 'APPROVER' ? last : stored;
}
