import * as v from 'valibot';
import { trimmedText } from '#domain/values/schema-fields';
import type { DepartmentSettings } from '#domain/reference-data/vendor-response';

/** The result of the check before a user is removed from a department (API-103, DEC-62). */
export interface DepartmentCheck {
  canRemove: boolean;
  isDepartmentApprover: boolean;
  /** Number of the user's documents of this department that are in approval. */
  pendingDocuments: number;
}

/** Maximum characters of a PO number prefix, so that a number still fits a column (DEC-17). */
export const prefixLimit = 12;
export const departmentNameLimit = 100;

const name = v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(departmentNameLimit));

/** Names are compared trimmed and ignoring case (API-98, DEC-02). */
export const newDepartment = v.object({ name });

/** API-99 */
export const departmentChange = v.object({ name: v.optional(name), isActive: v.optional(v.boolean()) });
export type DepartmentChange = v.InferOutput<typeof departmentChange>;

/** Activates or deactivates a member; members are never deleted from the list (MG-02). */
export const departmentMembership = v.object({ active: v.boolean() });

/** Keeps all codes of a department well below the 2 MB of a row. */
const maxCodes = 8000;

const code = v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(50));

/** The value schema of each `{x}`. A chart field without selected codes allows all of them (API-105, DEC-52). */
export const departmentSettings = {
  accountCodes: v.pipe(
    v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(50)), v.pipe(v.array(code), v.maxLength(2000))),
    v.check((fields) => Object.keys(fields).length <= 30),
    v.check((fields) => Object.values(fields).flat().length <= maxCodes),
    v.transform((fields) =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([, codes]) => codes.length > 0)
          .map(([field, codes]) => [field, [...new Set(codes)]]),
      ),
    ),
  ),
  poNumberPrefix: v.pipe(v.string(), trimmedText, v.maxLength(prefixLimit), v.regex(/^[A-Za-z0-9]*$/)),
} as const satisfies Record<keyof DepartmentSettings, v.GenericSchema>;

export type DepartmentSettingName = keyof typeof departmentSettings;
