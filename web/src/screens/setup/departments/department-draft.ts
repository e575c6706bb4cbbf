import type { Department } from '#domain/management/department';
import type { Complaint } from '../../../forms/error-summary.tsx';
import type { Member } from './members.tsx';
import { departmentTexts } from './messages.ts';

/** What the form of a department holds. */
export interface DepartmentDraft {
  name: string;
  isActive: boolean;
  poNumberPrefix: string;
  accountCodes: Record<string, string[]>;
  members: Member[];
}

export const emptyDepartment: DepartmentDraft = {
  name: '',
  isActive: true,
  poNumberPrefix: '',
  accountCodes: {},
  members: [],
};

export function draftOf({ name, isActive, settings, users }: Department): DepartmentDraft {
  return { name, isActive, ...settings, members: users };
}

export function checkDepartment({ name, poNumberPrefix }: DepartmentDraft): Complaint[] {
  const complaints: Complaint[] = [];
  if (name.trim() === '') complaints.push({ field: 'name', text: departmentTexts.nameMissing });
  if (!/^[A-Za-z0-9]*$/.test(poNumberPrefix.trim())) {
    complaints.push({ field: 'poNumberPrefix', text: departmentTexts.prefixWrong });
  }
  return complaints;
}
