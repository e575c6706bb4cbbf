/** DEC-52: the id codes each configured type allows; missing or empty means all. */
export interface DepartmentSettings {
  accountCodes: Record<string, string[]>;
  poNumberPrefix: string;
}
