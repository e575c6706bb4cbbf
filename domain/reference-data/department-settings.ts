/** The allowed codes of each configured type; missing or empty means all (DEC-52). */
export interface DepartmentSettings {
  accountCodes: Record<string, string[]>;
  poNumberPrefix: string;
}
