/** The name of a user or department, marked if inactive (UX-07). */
export function nameWithInactive(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (Inactive)`;
}
