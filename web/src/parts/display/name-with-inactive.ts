/** UX-07: how people, and departments, that are no longer active are called. */
export function nameWithState(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (Inactive)`;
}
