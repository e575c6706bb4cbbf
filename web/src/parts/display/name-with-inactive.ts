/** UX-07: how people, and departments, that are no longer active are called. */
export function nameWithInactive(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (Inactive)`;
}
