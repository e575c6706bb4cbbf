import * as v from 'valibot';
import { trimmed } from '#domain/values/schema-fields';
import type { DepartmentSettings } from '#domain/reference-data/department-settings';

/** MG-02: a department as management and forms see it. */
export interface Department {
  id: string;
  name: string;
  isActive: boolean;
  settings: DepartmentSettings;
  users: { id: string; name: string; active: boolean }[];
}

/** API-103, DEC-62: whether somebody may be taken out of a department, and what stands in the way. */
export interface DepartmentCheck {
  canRemove: boolean;
  isDepartmentApprover: boolean;
  /** How many of the user's documents in this department are in approval. */
  pendingDocuments: number;
}

/** The longest PO number prefix, so that a number still fits a column (DEC-17). */
export const prefixLimit = 12;
export const departmentNameLimit = 100;

const name = v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(departmentNameLimit));

/** API-98. Names are compared trimmed and in any case (DEC-02). */
export const newDepartment = v.object({ name });

/** API-99 */
export const departmentChange = v.object({ name: v.optional(name), isActive: v.optional(v.boolean()) });
export type DepartmentChange = v.InferOutput<typeof departmentChange>;

/** Whether somebody belongs to a department; nobody is taken off its list (MG-02). */
export const departmentMembership = v.object({ active: v.boolean() });

/** All codes of a department together stay well within the 2 MB of a row. */
const mostCodes = 8000;

const code = v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(50));

/** API-105: what each `{x}` takes. Of a field of the chart without codes all are allowed (DEC-52). */
export const departmentSettings = {
  accountCodes: v.pipe(
    v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(50)), v.pipe(v.array(code), v.maxLength(2000))),
    v.check((fields) => Object.keys(fields).length <= 30),
    v.check((fields) => Object.values(fields).flat().length <= mostCodes),
    v.transform((fields) =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([, codes]) => codes.length > 0)
          .map(([field, codes]) => [field, [...new Set(codes)]]),
      ),
    ),
  ),
  poNumberPrefix: v.pipe(v.string(), trimmed, v.maxLength(prefixLimit), v.regex(/^[A-Za-z0-9]*$/)),
} as const satisfies Record<keyof DepartmentSettings, v.GenericSchema>;

export type DepartmentSettingName = keyof typeof departmentSettings;
