import type { DepartmentCheck } from '#domain/management/department';
import { words } from '../../../words.ts';

export const departmentTexts = {
  /** (MG-03) */
  notAdded: words.department_exists,
  /** (MG-04) */
  notUpdated: 'Error updating department',
  settingsNotUpdated: 'Department settings could not be updated',
  listFailed: 'Error loading departments.',
  added: 'Department added.',
  saved: 'Department saved.',
  nameTaken: 'The show already has a department with this name.',
  nameMissing: 'Please enter a name.',
  prefixWrong: 'Use letters and digits only.',
  readOnly: 'You do not have permission to change departments.',
  inApproval: 'A department with documents in approval cannot be deactivated.',
  memberNeeded: (name: string) =>
    `${name} cannot be removed from the department: it has documents in approval, or no one else approves for it.`,
} as const;

/** Why a member cannot be removed from a department. Null if they can (API-103, DEC-62). */
export function removalRefusal(check: DepartmentCheck, name: string): string | null {
  if (check.canRemove) return null;
  const { pendingDocuments: count } = check;
  if (count > 0) {
    return `${name} has ${count === 1 ? '1 document' : `${count} documents`} in approval in this department.`;
  }
  return `${name} is the only approver of this department in an approval flow.`;
}
